import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, printLine, replaceFirst, toCamelCase, write, writeAll } from './files.ts';

const DATABASE_FOLDER = 'provider/src/database';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the lists of released migrations on the main branch, locally and at the origin. If there is no such branch, returns the list from the last commit.
 */
const readReleasedLists = (list: string): readonly string[] => {
  const read = (revision: string): string => spawnSync('git', ['show', `${revision}:./${list}`], { encoding: 'utf8' }).stdout;
  const lists = ['main', 'origin/main'].map(read).filter(Boolean);
  return lists.length > 0 ? lists : [read('HEAD')];
};

const listMigrations = (): readonly string[] =>
  readdirSync(join(DATABASE_FOLDER, 'migrations'))
    .map((file) => basename(file, '.ts'))
    .sort();

/**
 * Returns the newest migration of the last released version. A migration that only adds to the schema is compatible with it, because providers of that version
 * keep working on the new database (docs/decisions/034-two-releases-of-one-database.md).
 */
const readReleasedMigration = (): string => {
  const versions: ReadonlyArray<{ readonly newestMigration: string }> = JSON.parse(readFileSync('versions.json', 'utf8'));
  return versions.at(-1)?.newestMigration ?? fail('versions.json records no version.');
};

export const nextMigration = (name: string): { readonly id: string; readonly newest: string; readonly compatibleSince: string } => {
  const newest = listMigrations().at(-1) ?? '';
  return { id: `${String(Number.parseInt(newest, 10) + 1).padStart(3, '0')}-${name}`, newest, compatibleSince: readReleasedMigration() };
};

/** Deletes the fixtures for the provider's upgrade tests that an earlier draft of this migration produced. */
const removeFixtures = (id: string): void => {
  for (const extension of ['db', 'sql']) rmSync(join(DATABASE_FOLDER, 'fixtures', `${id}.${extension}.gz`), { force: true });
};

/** Writes a new migration, which exports its name in camel case, and adds it to the list. */
export const addMigration = (id: string, text: string): void => {
  const list = join(DATABASE_FOLDER, 'released-migrations.ts');
  const name = toCamelCase(id.slice(4));
  write(join(DATABASE_FOLDER, 'migrations', `${id}.ts`), text);
  replaceFirst(
    list,
    /(import .* from '\.\/migrations\/.*\n)(?!import .*\/migrations\/)/,
    (lastImport) => `${lastImport}import { ${name} } from './migrations/${id}.ts';\n`,
  );
  replaceFirst(list, /(\n {2}'\d{3}-.*\n)(\};)/, (_, lastEntry, end) => `${lastEntry}  '${id}': { migration: ${name}, sha256: '${hash(text)}' },\n${end}`);
};

export const writeMigration = (name: string): void => {
  const list = join(DATABASE_FOLDER, 'released-migrations.ts');
  const { id: nextId, newest, compatibleSince } = nextMigration(name);
  const isRepeated = newest.slice(4) === name;
  const id = isRepeated ? newest : nextId;
  const file = join(DATABASE_FOLDER, 'migrations', `${id}.ts`);
  const column = name.replaceAll('-', '_');
  if (isRepeated) {
    const pattern = new RegExp(`('${id}': .*sha256: ')(\\w+)`);
    const newHash = hash(readFileSync(file, 'utf8'));
    const released = readReleasedLists(list).flatMap((text) => pattern.exec(text)?.[2] ?? []);
    if (released.some((each) => each !== newHash)) fail(`${id} is released and may have run elsewhere, so it may not change. Write another migration.`);
    if (pattern.exec(readFileSync(list, 'utf8'))?.[2] !== newHash) removeFixtures(id);
    replaceFirst(list, pattern, (_, start) => `${start}${newHash}`);
  } else {
    const text = `import type { Kysely } from 'kysely';

/** State here what the column is for, and what an earlier release does without it. */
export const ${toCamelCase(name)} = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('events')
      .addColumn('${column}', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
  compatibleSince: '${compatibleSince}',
  undo: ['alter table events drop column ${column}'],
};
`;
    addMigration(id, text);
  }
  writeAll();
  printLine(`
To do:
1. ${file}: the table and the columns, and the sentence above them.
2. npm run new -- migration ${name}    (after each edit: updates its hash and deletes its database fixtures; a released migration may not change)
3. ${DATABASE_FOLDER}/schema: the column in its table, for example \`${column}: Generated<string>;\`. Columns of posts, events and programs follow from the fields of their contracts.
4. npm run database-fixtures -w scripts           (needs PostgreSQL)
5. npx jest provider/src/database
A field of an event needs more: docs/recipes.md, "A field of an event".`);
};
