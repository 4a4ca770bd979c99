import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HASHED_MIGRATIONS } from './released-migrations.ts';

const FOLDER = path.join(__dirname, 'migrations');
/** Releases up to this one stop at migrations that they do not know. */
const LAST_UNDESCRIBED = '009-erasures';
const files = readdirSync(FOLDER).sort();
interface Version {
  readonly version: string;
  readonly newestMigration: string;
}
const VERSIONS: readonly Version[] = JSON.parse(readFileSync(path.join(__dirname, '../../../versions.json'), 'utf8'));

describe('migrations', () => {
  it('run in the order of their files', () => {
    expect(Object.keys(HASHED_MIGRATIONS)).toEqual(files.map((file) => path.basename(file, '.ts')));
  });

  it.each(files)('%s has the hash that the schema gives it', (file) => {
    const text = readFileSync(path.join(FOLDER, file), 'utf8');

    expect(createHash('sha256').update(text).digest('hex')).toBe(HASHED_MIGRATIONS[path.basename(file, '.ts')]?.sha256);
  });

  it('OPS-02 tell releases that do not know them from when on they can work with them, and how to undo them', () => {
    const names = Object.keys(HASHED_MIGRATIONS);
    for (const [index, [name, { migration }]] of Object.entries(HASHED_MIGRATIONS).entries()) {
      if (name <= LAST_UNDESCRIBED) continue;
      expect([name, names.slice(0, index + 1)]).toEqual([name, expect.arrayContaining([migration.compatibleSince])]);
      const { undo = [] } = migration;
      for (const statements of 'embedded' in undo ? Object.values(undo) : [undo]) expect([name, statements.length]).not.toEqual([name, 0]);
    }
  });

  it.each(VERSIONS)('OPS-02 leave the database usable for version $version, which knows none after $newestMigration', ({ newestMigration }) => {
    const names = Object.keys(HASHED_MIGRATIONS);
    const known = new Set(names.slice(0, names.indexOf(newestMigration) + 1));
    const newer = Object.entries(HASHED_MIGRATIONS).filter(([name]) => !known.has(name));

    expect(known.size).toBeGreaterThan(0);
    expect(newer.filter(([, { migration }]) => !known.has(migration.compatibleSince ?? '')).map(([name]) => name)).toEqual([]);
  });

  it.each(files)('%s imports no application code', (file) => {
    const imports = [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, source]) => source);

    expect(imports).toEqual(['kysely']);
  });
});
