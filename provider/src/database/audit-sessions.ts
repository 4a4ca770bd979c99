import type { ContentKind } from '@site/shared/domain/content-kind';
import { sql } from 'kysely';
import { listChanges } from '../domain/audit-changes.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';
import { runTransaction } from './retry-conflicts.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';

type Row = Readonly<Record<string, unknown>>;

interface Autosave {
  readonly kind: ContentKind['name'];
  readonly documentId: string;
  readonly actor: NonNullable<AuditEvent['actor']>;
  readonly address: string;
  readonly before: Row;
  readonly after: Row;
  readonly at: Timestamp;
}

/**
 * Adds an autosave to the user's editing session, instead of writing an audit entry for each pause in typing. The first autosave of a session also stores the
 * previous state.
 */
export const continueSession = async (db: Database, { kind, documentId, actor, address, before, after, at }: Autosave): Promise<void> => {
  await db
    .insertInto('audit_sessions')
    .values({
      kind,
      document_id: documentId,
      actor_id: actor.id,
      actor_role: actor.role,
      actor_email: actor.email,
      address,
      began_at: at,
      last_at: at,
      saves: 1,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'document_id', 'actor_id'])
        .doUpdateSet({ last_at: at, after: JSON.stringify(after), saves: sql<number>`audit_sessions.saves + 1` }),
    )
    .execute();
};

interface SessionFilter {
  readonly documentId?: string;
  /** Id of the account whose sessions must not end; '' if all should end. */
  readonly exceptActorId?: string;
  readonly idleSince?: Timestamp;
}

/** Ends sessions and writes one entry for each, with the changes from all its autosaves. Returns the number of sessions. */
export const endSessions = async (
  { db, audit }: { readonly db: Database; readonly audit: AuditLog },
  { documentId, exceptActorId = '', idleSince }: SessionFilter,
): Promise<number> => {
  let query = db.selectFrom('audit_sessions').select(['kind', 'document_id', 'actor_id']).where('actor_id', '!=', exceptActorId);
  if (documentId !== undefined) query = query.where('document_id', '=', documentId);
  if (idleSince !== undefined) query = query.where('last_at', '<', idleSince);
  const endedSessions = await query.execute();
  for (const key of endedSessions) {
    await runTransaction(db, async (transaction) => {
      const session = await transaction
        .deleteFrom('audit_sessions')
        .where('kind', '=', key.kind)
        .where('document_id', '=', key.document_id)
        .where('actor_id', '=', key.actor_id)
        .returningAll()
        .executeTakeFirst();
      // Another request has already ended the session.
      if (session === undefined) return;
      const after = JSON.parse(session.after) as Row;
      const { fields, ...changes } = listChanges(JSON.parse(session.before) as Row, after);
      const event: AuditEvent = {
        category: 'change',
        action: `${session.kind}.autosave`,
        actor: { id: session.actor_id, role: session.actor_role, email: session.actor_email },
        subject: { kind: session.kind, id: session.document_id, name: String(after.title ?? '') },
        facts: { ...(fields.length > 0 && { fields }), saves: session.saves, from: session.began_at, until: session.last_at },
        address: session.address,
        ...changes,
      };
      await audit.record(event, transaction);
    });
  }
  return endedSessions.length;
};
