import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HASHED_MIGRATIONS } from './schema.ts';

const FOLDER = path.join(__dirname, 'migrations');
const files = readdirSync(FOLDER).sort();

describe('migrations', () => {
  it('run in the order of their files', () => {
    expect(Object.keys(HASHED_MIGRATIONS)).toEqual(files.map((file) => path.basename(file, '.ts')));
  });

  it.each(files)('%s has the hash that the schema gives it', (file) => {
    const text = readFileSync(path.join(FOLDER, file), 'utf8');

    expect(createHash('sha256').update(text).digest('hex')).toBe(HASHED_MIGRATIONS[path.basename(file, '.ts')]?.sha256);
  });

  it.each(files)('%s imports no application code', (file) => {
    const imports = [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, source]) => source);

    expect(imports).toEqual(['kysely']);
  });
});
