import type { VersionKind } from '@site/shared/domain/kinds';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { type Found, findPassage, mayNamePerson, type PersonWords } from '../domain/person-words.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { BATCH_ROWS, readRows } from './read-rows.ts';
import type { Tables, Timestamp } from './schema.ts';

type Db = Kysely<Tables>;

/** What staff have stored about a document besides its texts. */
interface Work {
  readonly kind: VersionKind;
  readonly documentId: string;
  readonly title: string;
  /** The name of the member of staff; '' where it is not known. */
  readonly by: string;
  readonly at: Timestamp;
}

const fieldsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

const readTitle = async (db: Db, kind: VersionKind, id: string): Promise<string> =>
  (await db.selectFrom(DOCUMENT_KINDS[kind].table).select('title').where('id', '=', id).executeTakeFirst())?.title ?? '';

/** Versions of documents that name the person in any field, by their ids. */
export const findVersionsOf = async (db: Db, phrases: PersonWords) => {
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
    const values = v.parse(fieldsSchema, fields);
    const passage = findPassage(Object.values(values), phrases);
    if (passage !== undefined) found.push({ id, kind, documentId, number, title: values.title ?? '', by: by ?? '', at, ...passage });
  }
  return found.sort((one, other) => (one.documentId === other.documentId ? one.number - other.number : one.documentId < other.documentId ? -1 : 1));
};

/** Unsaved changes, of any member of staff, that name the person. */
export const findDraftsOf = async (db: Db, phrases: PersonWords) => {
  const rows = await db
    .selectFrom('document_drafts')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['kind', 'document_id', 'user_id', 'fields', 'saved_at', 'users.name as by'])
    .orderBy('saved_at')
    .execute();
  const found: Found<Work & { readonly userId: string }>[] = [];
  for (const { kind, document_id: documentId, user_id: userId, fields, saved_at: at, by } of rows) {
    if (!mayNamePerson(fields, phrases)) continue;
    const passage = findPassage(Object.values(v.parse(fieldsSchema, fields)), phrases);
    if (passage !== undefined) found.push({ kind, documentId, userId, title: await readTitle(db, kind, documentId), by: by ?? '', at, ...passage });
  }
  return found;
};

/** Comments on drafts that name the person, or are by a member of staff of that name. */
export const findCommentsOf = async (db: Db, phrases: PersonWords) => {
  const rows = await db.selectFrom('review_comments').selectAll().orderBy('created_at').orderBy('id').execute();
  const found: Found<Work & { readonly id: string }>[] = [];
  for (const { id, kind, document_id: documentId, text, author_name: by, created_at: at } of rows) {
    const passage = findPassage([text, by], phrases);
    if (passage !== undefined) found.push({ id, kind, documentId, title: await readTitle(db, kind, documentId), by, at, ...passage });
  }
  return found;
};
