import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_KINDS } from '../database/document-kinds.ts';

const SOURCE = join(import.meta.dirname, '..');

/** Files that may write document rows directly, each with the reason. */
const DIRECT_WRITERS: Readonly<Record<string, string>> = {
  'content/arrange-documents.ts': 'order and groups, which editors do not change',
  'database/content-store.ts': 'the two statements of the write path',
  'database/derived-columns.ts': 'columns computed from other columns, for rows of another release',
  'database/trash-queries.ts': 'albums and applications, with the statement that all kinds share',
  'images/withdraw-images.ts': 'deletes the gallery images of a withdrawn photo',
  'maintenance/remove-samples.ts': 'deletes samples',
  'maintenance/restore.ts': 'a backup, into an empty database',
  'maintenance/sweeps.ts': 'deletes documents that have been in the trash for too long',
  'samples/seed-samples.ts': 'samples, into an empty database',
};

const tables = ALL_KINDS.map(({ table }) => table);
const queryBuilderPattern = `(?:updateTable|insertInto|deleteFrom)\\((?:table\\)|\\s*'(?:${tables.join('|')})')`;
const sqlPattern = `(?:update|insert into|delete from) (?:${tables.join('|')}|\\$\\{sql\\.table\\()`;
const WRITE_PATTERN = new RegExp(`${queryBuilderPattern}|${sqlPattern}`);

const listSources = (): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(?:testing|database\/(?:migrations|migrate|connection|public-documents))/.test(file),
  );

describe('documents', () => {
  it('are written by one function, which applies the rules and records versions and revisions', () => {
    const writers = listSources().filter((file) => WRITE_PATTERN.test(readFileSync(join(SOURCE, file), 'utf8')));
    expect(writers.sort()).toEqual(Object.keys(DIRECT_WRITERS).sort());
  });

  it.each(tables.flatMap((table) => [`db.updateTable('${table}')`, `sql\`update ${table} set x = 1\``, `db\n.insertInto('${table}')`]))(
    'would be reported for other files: %s',
    (statement) => {
      expect(WRITE_PATTERN.test(statement)).toBe(true);
    },
  );
});
