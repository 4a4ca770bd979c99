import type { ContentKind } from '@site/shared/domain/content-kind';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Found, findPassage, mayNamePerson, type Passage, type PersonWords } from '../domain/person-words.ts';
import { isAboutApplications, toAuditEntry } from './audit-log.ts';
import { listTextImages } from './consent-queries.ts';
import { getIndexedColumns, isOutdated } from './derived-columns.ts';
import { readFields } from './document-drafts.ts';
import { ALL_KINDS, DOCUMENT_KINDS, type DocumentKind } from './document-kinds.ts';
import { containsTerms } from './page.ts';
import { BATCH_ROWS, readRows } from './read-rows.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database, Tables } from './schema/tables.ts';
import { createSearch } from './search.ts';
import { IMAGE_TAG } from './text-images.ts';

/** Tables from which a person's data is erased. */
export const PERSONAL_TABLES = [
  'applications',
  'application_notes',
  'audit_details',
  'audit_sessions',
  'pictures',
  ...ALL_KINDS.map(({ table }) => table),
  'versions',
  'document_drafts',
  'review_comments',
  'search_documents',
  'public_documents',
  'search_words',
] as const;

/** Returns the label that editors see for a field. */
const getLabel = ({ fields }: ContentKind, name: string): string => fields[name]?.label ?? 'Alternative text';

/**
 * Matches rows that may contain the words of a phrase. Includes rows in the trash, which are not indexed, and rows whose index is behind a write of an earlier
 * release.
 */
const mayName = async (db: Database, { kind, table }: DocumentKind, phrases: PersonWords): Promise<RawBuilder<SqlBool>> => {
  const request = { search: '', status: 'all', visibility: 'all', limit: undefined } as const;
  const searches = await Promise.all(phrases.map(({ words }) => createSearch(db, kind.name, `${table}.id`, { ...request, terms: words })));
  const conditions = searches.flatMap((search) => search?.condition ?? []);
  return sql<SqlBool>`(${sql.join([sql`deleted_at is not null`, sql`(${isOutdated(table)})`, ...conditions], sql` or `)})`;
};

type ContentRow = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Reads the rows of a kind with the texts that may name the person; other texts are ''. Indexed texts are read only from rows where the index has the words, or
 * where a rich text has HTML attributes, which the index lacks. Texts that are not indexed, for example new fields, are read from every row.
 */
async function* readContent(db: Database, searched: DocumentKind, phrases: PersonWords): AsyncGenerator<ContentRow> {
  const { kind, table, columnNames } = searched;
  const indexed = getIndexedColumns(table);
  const isCandidate = await mayName(db, searched, phrases);
  const columns = Object.entries(columnNames).map(([name, column]) => {
    const reference = sql.ref(column);
    if (!indexed.includes(column)) return reference;
    const hasAttributes = kind.fields[name]?.format === 'rich-text' ? sql` or ${reference} like '%="_%'` : sql``;
    return sql`case when is_candidate = 1${hasAttributes} then ${reference} else '' end as ${reference}`;
  });
  yield* readRows<ContentRow>(async (last) => {
    const batch = sql`select *, case when ${isCandidate} then 1 else 0 end as is_candidate from ${sql.table(table)}
      where id > ${last?.id ?? ''} order by id limit ${sql.lit(BATCH_ROWS)}`;
    const { rows } = await sql<ContentRow>`
      select id, picture_id, title as shown_title, deleted_at, ${sql.join(columns)} from (${batch}) as batch order by id`.execute(db);
    return rows;
  });
}

interface FoundContent {
  readonly kind: ContentKind['name'];
  readonly id: string;
  readonly title: string;
  readonly isTrashed: boolean;
  /** The label of the field with the match. */
  readonly field: string;
}

interface ContentMatches {
  readonly documents: readonly Found<FoundContent>[];
  /** Passages that describe an image, by image id. */
  readonly imagePassages: ReadonlyMap<string, Passage>;
}

/** Returns documents and gallery images that name the person in any text, including those in the trash. */
export const findContentOf = async (db: Database, phrases: PersonWords): Promise<ContentMatches> => {
  const documents: Found<FoundContent>[] = [];
  const imagePassages = new Map<string, Passage>();
  const addImage = (id: string, passage: Passage): void => {
    const known = imagePassages.get(id);
    if (known === undefined || (passage.isExact && !known.isExact)) imagePassages.set(id, passage);
  };
  for (const searched of ALL_KINDS) {
    const { kind, columnNames } = searched;
    for await (const row of readContent(db, searched, phrases)) {
      const matches = Object.entries(columnNames).flatMap(([name, column]) => {
        const text = String(row[column] ?? '');
        const passage = findPassage([text], phrases);
        if (passage === undefined) return [];
        for (const tag of text.match(IMAGE_TAG) ?? []) {
          const inTag = findPassage([tag], phrases);
          if (inTag !== undefined) for (const id of listTextImages(tag)) addImage(id, inTag);
        }
        return [{ name, passage }];
      });
      const match = matches.find(({ passage }) => passage.isExact) ?? matches[0];
      if (match === undefined) continue;
      const ofImage = kind.name === 'image' ? match : matches.find(({ name }) => name === kind.image.altField);
      if (ofImage !== undefined && row.picture_id !== null) addImage(String(row.picture_id), ofImage.passage);
      const title = String(row.shown_title);
      documents.push({ kind: kind.name, id: row.id, title, isTrashed: row.deleted_at !== null, field: getLabel(kind, match.name), ...match.passage });
    }
  }
  return { documents, imagePassages };
};

/** Returns albums outside the trash whose name contains the person's name. */
export const findAlbumsOf = async (db: Database, phrases: PersonWords) => {
  const rows = await db.selectFrom('albums').select(['id', 'name']).where('deleted_at', 'is', null).orderBy('name').execute();
  return rows.flatMap((row) => {
    const passage = findPassage([row.name], phrases);
    return passage === undefined ? [] : [{ ...row, ...passage }];
  });
};

type ApplicationRow = Selectable<Tables['applications']>;

/** Whether the application is the person's own: the email address or telephone number of the applicant or guardian matches. */
const isOwn = ({ email, phone, guardian_contact: guardian }: ApplicationRow, phrases: PersonWords): boolean =>
  findPassage([email, phone, guardian], phrases)?.isExact === true;

/** Returns the person's own applications (exact matches) and those that name the person in an answer or a staff note. Includes applications in the trash. */
export const findApplicationsOf = async (db: Database, phrases: PersonWords): Promise<readonly Found<ApplicationRow>[]> => {
  const found: Found<ApplicationRow>[] = [];
  const notes = new Map<string, string[]>();
  for (const { application_id: id, text } of await db.selectFrom('application_notes').select(['application_id', 'text']).execute())
    notes.set(id, [...(notes.get(id) ?? []), text]);
  const columns = [...getIndexedColumns('applications'), 'guardian_contact'];
  const rows = readRows<ApplicationRow>((last) =>
    db
      .selectFrom('applications')
      .selectAll()
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const row of rows) {
    const answers: Readonly<Record<string, unknown>> = row;
    const passage = findPassage([...columns.map((column) => String(answers[column] ?? '')), ...(notes.get(row.id) ?? [])], phrases);
    if (passage !== undefined) found.push({ ...row, ...passage, isExact: isOwn(row, phrases) });
  }
  return found.sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
};

/** Returns audit log entries that name the person in their personal values or are about these applications. */
export const findAuditOf = async (db: Database, applications: readonly Found<ApplicationRow>[], phrases: PersonWords) => {
  const applicationIds = applications.map(({ id }) => id);
  const ownIds = applications.filter(({ isExact }) => isExact).map(({ id }) => id);
  const conditions = [...phrases.map(({ words }) => containsTerms(sql`search_text`, words)), isAboutApplications(applicationIds)];
  const found: Found<ReturnType<typeof toAuditEntry>>[] = [];
  const rows = readRows((last: { readonly number: number } | undefined) =>
    db
      .selectFrom('audit_entries')
      .innerJoin('audit_details', 'audit_details.number', 'audit_entries.number')
      .selectAll('audit_entries')
      .select('audit_details.details')
      .where('audit_entries.number', '>', last?.number ?? 0)
      .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
      .orderBy('audit_entries.number')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const row of rows) {
    const entry = toAuditEntry(row);
    const { actor = '', name = '', before = {}, after = {} } = entry.details ?? {};
    const passage = findPassage([name, actor, ...Object.values(before), ...Object.values(after)], phrases);
    const isAbout = (ids: readonly string[]): boolean => entry.subjectKind === 'application' && ids.includes(entry.subjectId);
    if (passage === undefined && !isAbout(applicationIds)) continue;
    found.push({ ...entry, excerpt: passage?.excerpt ?? [], isExact: isAbout(ownIds) || passage?.isExact === true });
  }
  return found;
};

/** Returns images that name the person in a document, in the media library or in the consent record. `described` holds the passages from documents, by image id. */
export const findImagesOf = async (db: Database, described: ReadonlyMap<string, Passage>, phrases: PersonWords) => {
  const passages = new Map(described);
  const rows = readRows((last: { readonly id: string } | undefined) =>
    db
      .selectFrom('pictures')
      .select(['id', 'default_alt', 'consent_by'])
      .where((where) => where.or([where('default_alt', '<>', ''), where('consent_by', '<>', '')]))
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const { id, default_alt: alt, consent_by: consentBy } of rows) {
    const passage = findPassage([alt, consentBy], phrases);
    if (passage !== undefined && passages.get(id)?.isExact !== true) passages.set(id, passage);
  }
  if (passages.size === 0) return [];
  const images = await db
    .selectFrom('pictures')
    .leftJoin('gallery_images', 'gallery_images.picture_id', 'pictures.id')
    .select(['pictures.id', 'version', 'format', 'pictures.created_at', 'title', 'status', 'deleted_at'])
    .where('pictures.id', 'in', [...passages.keys()])
    .orderBy('pictures.created_at')
    .execute();
  // The gallery may show an image more than once.
  return [...new Map(images.map((row) => [row.id, { ...row, ...(passages.get(row.id) ?? { excerpt: [], isExact: false }) }])).values()];
};

/** Returns backups that were made since then and have not expired. */
export const findBackupsSince = (db: Database, since: Timestamp, now: Timestamp) =>
  db.selectFrom('backups').selectAll().where('created_at', '>=', since).where('expires_at', '>', now).orderBy('created_at').execute();

/** A version, draft or comment that staff have stored about a document. */
interface Work {
  readonly kind: VersionKind;
  readonly documentId: string;
  readonly title: string;
  /** The name of the staff member; '' if unknown. */
  readonly by: string;
  readonly at: Timestamp;
}

const readTitle = async (db: Database, kind: VersionKind, id: string): Promise<string> =>
  (await db.selectFrom(DOCUMENT_KINDS[kind].table).select('title').where('id', '=', id).executeTakeFirst())?.title ?? '';

/** Returns the versions of documents that name the person in any field. */
export const findVersionsOf = async (db: Database, phrases: PersonWords) => {
  const found: Found<Work & { readonly id: string; readonly number: number }>[] = [];
  const rows = readRows((last: { readonly id: string } | undefined) =>
    db
      .selectFrom('versions')
      .leftJoin('users', 'users.id', 'versions.saved_by')
      .select(['versions.id', 'kind', 'document_id', 'number', 'fields', 'saved_at', 'users.name as by'])
      .where('fields', 'is not', null)
      .where('versions.id', '>', last?.id ?? '')
      .orderBy('versions.id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const { id, kind, document_id: documentId, number, fields, saved_at: at, by } of rows) {
    if (fields === null || !mayNamePerson(fields, phrases)) continue;
    const values = readFields(fields);
    const passage = findPassage(Object.values(values), phrases);
    if (passage !== undefined) found.push({ id, kind, documentId, number, title: values.title ?? '', by: by ?? '', at, ...passage });
  }
  return found.sort((one, other) => (one.documentId === other.documentId ? one.number - other.number : one.documentId < other.documentId ? -1 : 1));
};

/** Returns unsaved changes, by any staff member, that name the person. */
export const findDraftsOf = async (db: Database, phrases: PersonWords) => {
  const rows = await db
    .selectFrom('document_drafts')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['kind', 'document_id', 'user_id', 'fields', 'saved_at', 'users.name as by'])
    .orderBy('saved_at')
    .execute();
  const found: Found<Work & { readonly userId: string }>[] = [];
  for (const { kind, document_id: documentId, user_id: userId, fields, saved_at: at, by } of rows) {
    if (!mayNamePerson(fields, phrases)) continue;
    const passage = findPassage(Object.values(readFields(fields)), phrases);
    if (passage !== undefined) found.push({ kind, documentId, userId, title: await readTitle(db, kind, documentId), by: by ?? '', at, ...passage });
  }
  return found;
};

/** Returns comments on drafts that name the person or were written by a staff member of that name. */
export const findCommentsOf = async (db: Database, phrases: PersonWords) => {
  const rows = await db.selectFrom('review_comments').selectAll().orderBy('created_at').orderBy('id').execute();
  const found: Found<Work & { readonly id: string }>[] = [];
  for (const { id, kind, document_id: documentId, text, author_name: by, created_at: at } of rows) {
    const passage = findPassage([text, by], phrases);
    if (passage !== undefined) found.push({ id, kind, documentId, title: await readTitle(db, kind, documentId), by, at, ...passage });
  }
  return found;
};
