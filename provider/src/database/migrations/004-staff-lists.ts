import type { Kysely, Migration } from 'kysely';

/** Columns whose texts are searched, as they were then; the first one names the row. */
const SEARCHED = {
  posts: ['title', 'excerpt', 'category', 'author_name', 'tags'],
  events: ['title', 'location', 'category', 'tags'],
  gallery_images: ['title', 'alt'],
  albums: ['name'],
  programs: ['title', 'slug'],
  applications: ['name', 'email', 'phone', 'qualification', 'location', 'skills', 'interests', 'motivation'],
} as const;
type Table = keyof typeof SEARCHED;
const TABLES = Object.keys(SEARCHED).filter((table): table is Table => Object.hasOwn(SEARCHED, table));

type Row = Readonly<Record<string, string>> & { readonly id: string; readonly search_text: string };

// A copy of the rule of that time: a migration imports no live code, because a later change of it must not change what is migrated.
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);

/** A column with all texts by which staff search, case and marks folded, and indexes for the order in which their lists begin. */
export const staffLists: Migration = {
  up: async (db: Kysely<Record<Table, Row>>) => {
    for (const table of TABLES) {
      await db.schema
        .alterTable(table)
        .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      const rows = await db
        .selectFrom(table)
        .select(['id', ...SEARCHED[table]])
        .execute();
      for (const row of rows) {
        const text = SEARCHED[table].map((column) => row[column] ?? '').join('\n');
        await db
          .updateTable(table)
          .set({ search_text: foldText(text) })
          .where('id', '=', row.id)
          .execute();
      }
    }
    await db.schema.createIndex('posts_by_change').on('posts').columns(['updated_at desc', 'id', 'deleted_at']).execute();
    await db.schema.createIndex('applications_by_date').on('applications').columns(['created_at desc', 'id', 'read_at', 'deleted_at']).execute();
  },
};
