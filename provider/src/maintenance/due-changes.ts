import { sql } from 'kysely';
import { changeDocument } from '../content/write-document.ts';
import { ALL_KINDS, type DocumentKind } from '../database/document-kinds.ts';
import { hasEventPassed } from '../database/event-queries.ts';
import type { Database } from '../database/schema/tables.ts';
import type { ContentServices } from '../images/change-image.ts';

interface DueDocument {
  readonly documentKind: DocumentKind;
  readonly id: string;
  readonly status: 'published' | 'archived';
}

const listDueDocuments = async (db: Database, now: string): Promise<DueDocument[]> => {
  const dueDocuments: DueDocument[] = [];
  for (const documentKind of ALL_KINDS) {
    const { table, publishAtColumn } = documentKind;
    if (publishAtColumn === null) continue;
    const { rows } = await sql<{ id: string; status: DueDocument['status'] }>`
      select id, case when unpublish_at <= ${now} then 'archived' else 'published' end as status
      from ${sql.table(table)} where status = 'scheduled' and deleted_at is null and ${sql.ref(publishAtColumn)} <= ${now}
      union all select id, 'archived' as status from ${sql.table(table)} where status = 'published' and deleted_at is null and unpublish_at <= ${now}`.execute(
      db,
    );
    dueDocuments.push(...rows.map((row) => ({ documentKind, ...row })));
  }
  return dueDocuments;
};

/**
 * Publishes scheduled documents and archives expired ones. Raises the revision if events have ended since the last run, because responses and pages are cached
 * by revision. A due document that may not be public, for example because photo consent is missing, becomes a draft.
 */
export const applyDueChanges = async ({ db, revision, now }: Pick<ContentServices, 'db' | 'revision' | 'now'>, since: Date): Promise<void> => {
  const at = now();
  const timestamp = at.toISOString();
  const hasPassedEvent = await hasEventPassed(db, since.toISOString(), timestamp);
  if (!hasPassedEvent && (await listDueDocuments(db, timestamp)).length === 0) return;
  await revision.write(async (transaction, recordEffect) => {
    if (hasPassedEvent) recordEffect('addition');
    // Another provider may have applied some changes already.
    for (const { documentKind, id, status } of await listDueDocuments(transaction, timestamp))
      await changeDocument({ db: transaction, recordEffect }, documentKind, id, { columns: { status }, by: '', at, whenRefused: 'make draft' });
  }, 'internal');
};
