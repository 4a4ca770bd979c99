import type { ContentKind } from '@site/shared/domain/content-kind';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { findPassage, mayMentionPerson, type Passage, type PersonPhrases, type WithPassage } from '../domain/person-words.ts';
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

const getLabel = ({ fields }: ContentKind, name: string): string => fields[name]?.label ?? 'Alternative text';

/**
 * Matches rows that may contain the words of a phrase. Includes rows in the trash, which are not indexed, and rows that an earlier release has changed since
 * they were indexed.
 */
const createCandidateCondition = async (db: Database, { kind, table }: DocumentKind, phrases: PersonPhrases): Promise<RawBuilder<SqlBool>> => {
  const request = { search: '', status: 'all', visibility: 'all', limit: undefined } as const;
  const searches = await Promise.all(phrases.map(({ words }) => createSearch(db, kind.name, `${table}.id`, { ...request, terms: words })));
  const conditions = searches.flatMap((search) => search?.perRow ?? []);
  return sql<SqlBool>`(${sql.join([sql`deleted_at is not null`, sql`(${isOutdated(table)})`, ...conditions], sql` or `)})`;
};

type ContentRow = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Reads the rows of a kind with the texts that may name the person; all other texts are ''. Indexed texts are read only from rows whose index contains the
 * words, or whose HTML has attributes, which are not indexed. Texts without an index, such as new fields, are read from every row.
 */
async function* readContent(db: Database, documentKind: DocumentKind, phrases: PersonPhrases): AsyncGenerator<ContentRow> {
  const { kind, table, columnNames } = documentKind;
  const indexedColumns = getIndexedColumns(table);
  const isCandidate = await createCandidateCondition(db, documentKind, phrases);
  const columns = Object.entries(columnNames).map(([name, column]) => {
    const reference = sql.ref(column);
    if (!indexedColumns.includes(column)) return reference;
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

interface ContentMatch {
  readonly kind: ContentKind['name'];
  readonly id: string;
  readonly title: string;
  readonly isTrashed: boolean;
  readonly field: string;
}

interface ContentMatches {
  readonly documents: readonly WithPassage<ContentMatch>[];
  readonly imagePassages: ReadonlyMap<string, Passage>;
}

/** Returns documents and gallery images, including those in the trash, that name the person in any text. */
export const findPersonContent = async (db: Database, phrases: PersonPhrases): Promise<ContentMatches> => {
  const documents: WithPassage<ContentMatch>[] = [];
  const imagePassages = new Map<string, Passage>();
  const addImage = (id: string, passage: Passage): void => {
    const existingMatch = imagePassages.get(id);
    if (existingMatch === undefined || (passage.isExact && !existingMatch.isExact)) imagePassages.set(id, passage);
  };
  for (const documentKind of ALL_KINDS) {
    const { kind, columnNames } = documentKind;
    for await (const row of readContent(db, documentKind, phrases)) {
      const matches = Object.entries(columnNames).flatMap(([name, column]) => {
        const text = String(row[column] ?? '');
        const passage = findPassage([text], phrases);
        if (passage === undefined) return [];
        for (const tag of text.match(IMAGE_TAG) ?? []) {
          const tagPassage = findPassage([tag], phrases);
          if (tagPassage !== undefined) for (const id of listTextImages(tag)) addImage(id, tagPassage);
        }
        return [{ name, passage }];
      });
      const match = matches.find(({ passage }) => passage.isExact) ?? matches[0];
      if (match === undefined) continue;
      const imageMatch = kind.name === 'image' ? match : matches.find(({ name }) => name === kind.image.altField);
      if (imageMatch !== undefined && row.picture_id !== null) addImage(String(row.picture_id), imageMatch.passage);
      const title = String(row.shown_title);
      documents.push({ kind: kind.name, id: row.id, title, isTrashed: row.deleted_at !== null, field: getLabel(kind, match.name), ...match.passage });
    }
  }
  return { documents, imagePassages };
};

export const findPersonAlbums = async (db: Database, phrases: PersonPhrases) => {
  const rows = await db.selectFrom('albums').select(['id', 'name']).where('deleted_at', 'is', null).orderBy('name').execute();
  return rows.flatMap((row) => {
    const passage = findPassage([row.name], phrases);
    return passage === undefined ? [] : [{ ...row, ...passage }];
  });
};

type ApplicationRow = Selectable<Tables['applications']>;

const isSentByPerson = ({ email, phone, guardian_contact: guardian }: ApplicationRow, phrases: PersonPhrases): boolean =>
  findPassage([email, phone, guardian], phrases)?.isExact === true;

/** Returns applications, including those in the trash: the person's own (exact matches), and those that name the person in an answer or a staff note. */
export const findPersonApplications = async (db: Database, phrases: PersonPhrases): Promise<readonly WithPassage<ApplicationRow>[]> => {
  const matches: WithPassage<ApplicationRow>[] = [];
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
    if (passage !== undefined) matches.push({ ...row, ...passage, isExact: isSentByPerson(row, phrases) });
  }
  return matches.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
};

export const findPersonAuditEntries = async (db: Database, applications: readonly WithPassage<ApplicationRow>[], phrases: PersonPhrases) => {
  const applicationIds = applications.map(({ id }) => id);
  const exactApplicationIds = applications.filter(({ isExact }) => isExact).map(({ id }) => id);
  const conditions = [...phrases.map(({ words }) => containsTerms(sql`search_text`, words)), isAboutApplications(applicationIds)];
  const matches: WithPassage<ReturnType<typeof toAuditEntry>>[] = [];
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
    const isAboutApplication = (ids: readonly string[]): boolean => entry.subjectKind === 'application' && ids.includes(entry.subjectId);
    if (passage === undefined && !isAboutApplication(applicationIds)) continue;
    matches.push({ ...entry, excerpt: passage?.excerpt ?? [], isExact: isAboutApplication(exactApplicationIds) || passage?.isExact === true });
  }
  return matches;
};

/** Returns images with the person's name in a document, the media library or the consent record. `documentPassages` maps image ids to passages from documents. */
export const findPersonImages = async (db: Database, documentPassages: ReadonlyMap<string, Passage>, phrases: PersonPhrases) => {
  const passages = new Map(documentPassages);
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

export const findBackupsSince = (db: Database, since: Timestamp, now: Timestamp) =>
  db.selectFrom('backups').selectAll().where('created_at', '>=', since).where('expires_at', '>', now).orderBy('created_at').execute();

interface AuthoredText {
  readonly kind: VersionKind;
  readonly documentId: string;
  readonly title: string;
  readonly by: string;
  readonly at: Timestamp;
}

const readTitle = async (db: Database, kind: VersionKind, id: string): Promise<string> =>
  (await db.selectFrom(DOCUMENT_KINDS[kind].table).select('title').where('id', '=', id).executeTakeFirst())?.title ?? '';

export const findPersonVersions = async (db: Database, phrases: PersonPhrases) => {
  const matches: WithPassage<AuthoredText & { readonly id: string; readonly number: number }>[] = [];
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
    if (fields === null || !mayMentionPerson(fields, phrases)) continue;
    const values = readFields(fields);
    const passage = findPassage(Object.values(values), phrases);
    if (passage !== undefined) matches.push({ id, kind, documentId, number, title: values.title ?? '', by: by ?? '', at, ...passage });
  }
  return matches.sort((a, b) => (a.documentId === b.documentId ? a.number - b.number : a.documentId < b.documentId ? -1 : 1));
};

export const findPersonDrafts = async (db: Database, phrases: PersonPhrases) => {
  const rows = await db
    .selectFrom('document_drafts')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['kind', 'document_id', 'user_id', 'fields', 'saved_at', 'users.name as by'])
    .orderBy('saved_at')
    .execute();
  const matches: WithPassage<AuthoredText & { readonly userId: string }>[] = [];
  for (const { kind, document_id: documentId, user_id: userId, fields, saved_at: at, by } of rows) {
    if (!mayMentionPerson(fields, phrases)) continue;
    const passage = findPassage(Object.values(readFields(fields)), phrases);
    if (passage !== undefined) matches.push({ kind, documentId, userId, title: await readTitle(db, kind, documentId), by: by ?? '', at, ...passage });
  }
  return matches;
};

/** Returns review comments that name the person, or that were written by a staff member with this name. */
export const findPersonComments = async (db: Database, phrases: PersonPhrases) => {
  const rows = await db.selectFrom('review_comments').selectAll().orderBy('created_at').orderBy('id').execute();
  const matches: WithPassage<AuthoredText & { readonly id: string }>[] = [];
  for (const { id, kind, document_id: documentId, text, author_name: by, created_at: at } of rows) {
    const passage = findPassage([text, by], phrases);
    if (passage !== undefined) matches.push({ id, kind, documentId, title: await readTitle(db, kind, documentId), by, at, ...passage });
  }
  return matches;
};
