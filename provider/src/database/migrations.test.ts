import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS } from './schema.ts';

const FOLDER = path.join(__dirname, 'migrations');
const files = readdirSync(FOLDER).sort();

/** Databases have run these: a change belongs into a new migration, whose hash is added here. */
const FROZEN: Readonly<Record<string, string>> = {
  '001-first-tables': '9128195945656d7d90be87230464f1f5c600f1222a49e1dc2ebbd809c67d75ee',
  '002-trash-and-order': '063d4e85c22f184503f14c3d8acc6dcbcd64ae559ffc0c50d7711616f72134e0',
  '003-lists-in-pages': '74a42c4cb59e63b5b36248fe7c4b680601a916ae05bc8a9127b1062dbb365fa1',
  '004-staff-lists': 'db2caf4b32339d5d049977e2f984d2e6729d304c086b57a701b98749f64207e8',
};

describe('migrations', () => {
  it('run in the order of their files', () => {
    expect(Object.keys(MIGRATIONS)).toEqual(files.map((file) => path.basename(file, '.ts')));
  });

  it.each(files)('%s has not changed since it was released', (file) => {
    const text = readFileSync(path.join(FOLDER, file), 'utf8');

    expect(createHash('sha256').update(text).digest('hex')).toBe(FROZEN[path.basename(file, '.ts')]);
  });

  it.each(files)('%s imports no live code', (file) => {
    const imports = [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, source]) => source);

    expect(imports).toEqual(['kysely']);
  });
});
