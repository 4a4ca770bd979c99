import type { DocumentDraft } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as v from 'valibot';
import { matchesDocument } from './document-kinds.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';

export interface DraftKey {
  readonly kind: VersionKind;
  readonly id: string;
  readonly userId: string;
}

type StoredDraft = DocumentDraft & { readonly savedAt: Timestamp };

const fieldsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
/** Parses the texts of a version or draft, which are stored as JSON, keyed by field name. */
export const readFields = (fields: string): Readonly<Record<string, string>> => v.parse(fieldsSchema, fields);

const matchesDraftKey = ({ userId, ...document }: DraftKey): RawBuilder<SqlBool> => sql<SqlBool>`${matchesDocument(document)} and user_id = ${userId}`;

export const findDraft = async (db: Database, key: DraftKey): Promise<StoredDraft | null> => {
  const row = await db.selectFrom('document_drafts').select(['base', 'fields', 'saved_at']).where(matchesDraftKey(key)).executeTakeFirst();
  return row === undefined ? null : { base: row.base, fields: { ...readFields(row.fields) }, savedAt: row.saved_at };
};

export const storeDraft = async (db: Database, key: DraftKey, { base, fields, savedAt }: StoredDraft): Promise<void> => {
  const { kind, id: document_id, userId: user_id } = key;
  const values = { base, fields: JSON.stringify(fields), saved_at: savedAt };
  await db
    .insertInto('document_drafts')
    .values({ kind, document_id, user_id, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'document_id', 'user_id']).doUpdateSet(values))
    .execute();
};

/** Deletes a draft. If `savedAt` is given, deletes it only if it was saved at that time. */
export const deleteDraft = async (db: Database, key: DraftKey, savedAt?: Timestamp): Promise<void> => {
  const draft = db.deleteFrom('document_drafts').where(matchesDraftKey(key));
  await (savedAt === undefined ? draft : draft.where('saved_at', '=', savedAt)).execute();
};

export const deleteDrafts = async (db: Database, keys: readonly DraftKey[], until: Timestamp): Promise<number> => {
  let count = 0;
  for (const key of keys) {
    const drafts = db.deleteFrom('document_drafts').where(matchesDraftKey(key));
    count += Number((await drafts.where('saved_at', '<=', until).executeTakeFirst()).numDeletedRows);
  }
  return count;
};
