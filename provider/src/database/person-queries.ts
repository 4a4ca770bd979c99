import { foldText } from '@site/shared/domain/fold-text';
import { listPhoneNotations } from '@site/shared/domain/phone-number';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type AuditPageRequest, listAuditEntries } from './audit-log.ts';
import { PUBLISHED, toLikePattern } from './page.ts';
import type { Tables, Timestamp } from './schema.ts';

/** How a person is known; '' where unknown, but not both `email` and `phone`. */
export interface Person {
  /** Lower case. */
  readonly email: string;
  /** As applications store it. */
  readonly phone: string;
  readonly name: string;
}

/** From which a person's data is erased. */
export const PERSONAL_TABLES = [
  'applications',
  'application_notes',
  'audit_details',
  'gallery_images',
  'pictures',
  'posts',
  'events',
  'programs',
  'versions',
  'document_drafts',
  'review_comments',
  'search_documents',
  'public_documents',
  'search_words',
] as const;

/** By email address or telephone number, of the applicant or of the guardian; those in the trash too. */
export const findApplicationsOf = async (db: Kysely<Tables>, { email, phone }: Person): Promise<ReadonlyArray<Selectable<Tables['applications']>>> => {
  const conditions = [
    ...(email === '' ? [] : [sql<boolean>`lower(email) = ${email}`, sql<boolean>`lower(guardian_contact) like ${toLikePattern(email)} escape '\\'`]),
    ...(phone === '' ? [] : [sql<boolean>`phone = ${phone}`]),
    ...listPhoneNotations(phone).map((text) => sql<boolean>`guardian_contact like ${toLikePattern(text)} escape '\\'`),
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

/** Images whose title, description or consent contains the name, or whose consent contains the email address or the telephone number. */
export const findImagesOf = async (db: Kysely<Tables>, person: Person) => {
  const terms = [person.email, ...listPhoneNotations(person.phone), person.name].filter((text) => text !== '');
  const conditions = [
    ...(person.name === ''
      ? []
      : ['gallery_images.search_text', 'pictures.alt_key'].map(
          (column) => sql<boolean>`${sql.ref(column)} like ${toLikePattern(foldText(person.name))} escape '\\'`,
        )),
    ...terms.flatMap((text) => [
      sql<boolean>`consent_by like ${toLikePattern(text)} escape '\\'`,
      sql<boolean>`lower(consent_by) like ${toLikePattern(text.toLowerCase())} escape '\\'`,
    ]),
  ];
  return db
    .selectFrom('pictures')
    .leftJoin('gallery_images', 'gallery_images.picture_id', 'pictures.id')
    .select(['pictures.id', 'version', 'format', 'pictures.created_at', 'title', 'is_published', 'deleted_at'])
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('pictures.created_at')
    .execute();
};

/** Texts outside the trash that contain the name or the email address. */
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
