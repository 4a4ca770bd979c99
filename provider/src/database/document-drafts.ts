import type { DocumentDraft } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Tables, Timestamp } from './schema.ts';

/** `id` is the document's. */
export interface DraftKey {
  readonly kind: VersionKind;
  readonly id: string;
  readonly userId: string;
}

type StoredDraft = DocumentDraft & { readonly savedAt: Timestamp };

const fieldsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

const toColumns = ({ kind, id, userId }: DraftKey) => ({ kind, document_id: id, user_id: userId });

export const findDraft = async (db: Kysely<Tables>, key: DraftKey): Promise<StoredDraft | null> => {
  const { kind, document_id, user_id } = toColumns(key);
  const row = await db
    .selectFrom('document_drafts')
    .select(['base', 'fields', 'saved_at'])
    .where('kind', '=', kind)
    .where('document_id', '=', document_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row === undefined ? null : { base: row.base, fields: v.parse(fieldsSchema, row.fields), savedAt: row.saved_at };
};

export const storeDraft = async (db: Kysely<Tables>, key: DraftKey, { base, fields, savedAt }: StoredDraft): Promise<void> => {
  const values = { base, fields: JSON.stringify(fields), saved_at: savedAt };
  await db
    .insertInto('document_drafts')
    .values({ ...toColumns(key), ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'document_id', 'user_id']).doUpdateSet(values))
    .execute();
};

/** With a time only the draft that was saved then. */
export const deleteDraft = async (db: Kysely<Tables>, key: DraftKey, savedAt?: Timestamp): Promise<void> => {
  const { kind, document_id, user_id } = toColumns(key);
  const draft = db.deleteFrom('document_drafts').where('kind', '=', kind).where('document_id', '=', document_id).where('user_id', '=', user_id);
  await (savedAt === undefined ? draft : draft.where('saved_at', '=', savedAt)).execute();
};

/** Deletes what was saved up to then. Returns how many there were. */
export const deleteDrafts = async (db: Kysely<Tables>, keys: readonly DraftKey[], until: Timestamp): Promise<number> => {
  let count = 0;
  for (const key of keys) {
    const { kind, document_id, user_id } = toColumns(key);
    const drafts = db.deleteFrom('document_drafts').where('kind', '=', kind).where('document_id', '=', document_id).where('user_id', '=', user_id);
    count += Number((await drafts.where('saved_at', '<=', until).executeTakeFirst()).numDeletedRows);
  }
  return count;
};
