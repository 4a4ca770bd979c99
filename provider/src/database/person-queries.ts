import { type Kysely, type Selectable, sql } from 'kysely';
import { foldText } from '../domain/text.ts';
import { type AuditPageRequest, listAuditEntries } from './audit-log.ts';
import { PUBLISHED, toLikePattern } from './page.ts';
import type { Tables, Timestamp } from './schema.ts';

/** How a person is known; '' where unknown, but not both `email` and `phone`. */
export interface Person {
  /** Lower case. */
  readonly email: string;
  readonly phone: string;
  readonly name: string;
}

/** By e-mail address or telephone number, of the applicant or of the guardian; those in the trash too. */
export const findApplicationsOf = async (db: Kysely<Tables>, { email, phone }: Person): Promise<ReadonlyArray<Selectable<Tables['applications']>>> => {
  const conditions = [
    ...(email === '' ? [] : [sql<boolean>`lower(email) = ${email}`, sql<boolean>`lower(guardian_contact) like ${toLikePattern(email)} escape '\\'`]),
    ...(phone === '' ? [] : [sql<boolean>`phone = ${phone}`, sql<boolean>`guardian_contact like ${toLikePattern(phone)} escape '\\'`]),
  ];
  return db
    .selectFrom('applications')
    .selectAll()
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('created_at')
    .execute();
};

const EVERYTHING: Omit<AuditPageRequest, 'offset' | 'limit' | 'terms'> = {
  ...PUBLISHED,
  visibility: 'all',
  category: undefined,
  hasFailed: false,
  since: undefined,
  until: undefined,
};

/** Entries of the audit log about these applications, or whose personal values contain one of these texts. */
export const findAuditOf = async (db: Kysely<Tables>, applicationIds: readonly string[], texts: readonly string[]) => {
  const found = new Map<number, Awaited<ReturnType<typeof listAuditEntries>>['items'][number]>();
  for (const text of new Set([...applicationIds, ...texts])) {
    const { items } = await listAuditEntries(db, { ...EVERYTHING, terms: [foldText(text)], offset: 0, limit: undefined });
    for (const entry of items) if (entry.details !== null) found.set(entry.number, entry);
  }
  return [...found.values()].sort((one, other) => one.number - other.number);
};

/** Images of the gallery whose title or description contains the name. */
export const findImagesOf = async (db: Kysely<Tables>, { name }: Person) =>
  name === ''
    ? []
    : db
        .selectFrom('gallery_images')
        .innerJoin('pictures', 'pictures.id', 'gallery_images.picture_id')
        .select(['gallery_images.id', 'title', 'is_published', 'deleted_at', 'picture_id', 'version', 'format', 'gallery_images.created_at'])
        .where('gallery_images.search_text', 'like', toLikePattern(foldText(name)))
        .orderBy('gallery_images.created_at')
        .execute();

/** Texts outside the trash that contain the name or the e-mail address. */
export const findMentionsOf = async (db: Kysely<Tables>, { name, email }: Person) => {
  // The embedded engine folds the case of ASCII letters only, so the name is searched as it was entered too.
  const texts = [name, email].filter((text) => text !== '');
  const contains = (column: 'content' | 'description') =>
    sql<boolean>`(${sql.join(
      texts.flatMap((text) => [
        sql`${sql.ref(column)} like ${toLikePattern(text)} escape '\\'`,
        sql`lower(${sql.ref(column)}) like ${toLikePattern(text.toLowerCase())} escape '\\'`,
      ]),
      sql` or `,
    )})`;
  if (texts.length === 0) return [];
  const found = await Promise.all([
    db
      .selectFrom('posts')
      .select(['id', 'title', sql<'post'>`'post'`.as('kind')])
      .where('deleted_at', 'is', null)
      .where(contains('content'))
      .execute(),
    db
      .selectFrom('events')
      .select(['id', 'title', sql<'event'>`'event'`.as('kind')])
      .where('deleted_at', 'is', null)
      .where(contains('description'))
      .execute(),
    db
      .selectFrom('programs')
      .select(['id', 'title', sql<'program'>`'program'`.as('kind')])
      .where('deleted_at', 'is', null)
      .where(contains('content'))
      .execute(),
  ]);
  return found.flat().map(({ id, title, kind }) => ({ kind, _id: id, title }));
};

/** Backups that were made since then and have not expired. */
export const findBackupsSince = (db: Kysely<Tables>, since: Timestamp, now: Timestamp) =>
  db.selectFrom('backups').selectAll().where('created_at', '>=', since).where('expires_at', '>', now).orderBy('created_at').execute();

/** Deletes gallery images with their files' rows, wherever else those are shown. Returns the ids of the files. */
export const deleteImages = async (transaction: Kysely<Tables>, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const rows = await transaction.selectFrom('gallery_images').select('picture_id').where('id', 'in', ids).execute();
  const files = rows.map(({ picture_id: id }) => id);
  await transaction.deleteFrom('gallery_images').where('id', 'in', ids).execute();
  for (const table of ['posts', 'events', 'programs'] as const)
    await transaction.updateTable(table).set({ picture_id: null }).where('picture_id', 'in', files).execute();
  await transaction.updateTable('posts').set({ author_picture_id: null }).where('author_picture_id', 'in', files).execute();
  await transaction.deleteFrom('pictures').where('id', 'in', files).execute();
  return files;
};
