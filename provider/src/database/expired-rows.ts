import { type Kysely, sql } from 'kysely';
import { DECIDED_STAGES, STAGE } from './application-queries.ts';
import type { Tables, Timestamp } from './schema.ts';

/** Writes down when applications were decided whose stage an earlier release has changed: by the last change of the stage in the audit log, else by the first reading. */
export const fillDecisions = async (db: Kysely<Tables>): Promise<void> => {
  const changedAt = sql<Timestamp | null>`(select max(at) from audit_entries where subject_kind = 'application' and subject_id = applications.id
    and action = 'application.update' and (facts like '%"stage"%' or facts like '%"read_at"%'))`;
  await db
    .updateTable('applications')
    .set({ decided_at: sql`coalesce(${changedAt}, read_at)` })
    .where('decided_at', 'is', null)
    .where(STAGE, 'in', DECIDED_STAGES)
    .execute();
  await db.updateTable('applications').set({ decided_at: null }).where('decided_at', 'is not', null).where(STAGE, 'not in', DECIDED_STAGES).execute();
};

interface ApplicationLimits {
  readonly decidedBefore: Timestamp;
  /** For applications without a decision, read or not. */
  readonly receivedBefore: Timestamp;
  readonly trashedBefore: Timestamp;
}

/** Applications that were decided, received or moved to the trash before these times. Call `fillDecisions` first. */
export const listOldApplications = async (
  db: Kysely<Tables>,
  { decidedBefore, receivedBefore, trashedBefore }: ApplicationLimits,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where((where) =>
      where.or([
        where('decided_at', '<=', decidedBefore),
        where.and([where('decided_at', 'is', null), where('created_at', '<=', receivedBefore)]),
        where('deleted_at', '<=', trashedBefore),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
};

/** Entries about these applications that still have personal values. */
export const listAuditOfApplications = async (db: Kysely<Tables>, ids: readonly string[]): Promise<readonly number[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('audit_entries')
    .innerJoin('audit_details', 'audit_details.number', 'audit_entries.number')
    .select('audit_entries.number')
    .where('subject_kind', '=', 'application')
    .where('subject_id', 'in', ids)
    .execute();
  return rows.map(({ number }) => number);
};

/** Entries from before that time that still have personal values. */
export const listOldAudit = async (db: Kysely<Tables>, before: Timestamp): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('audit_entries')
    .innerJoin('audit_details', 'audit_details.number', 'audit_entries.number')
    .select('audit_entries.number')
    .where('at', '<=', before)
    .execute();
  return rows.map(({ number }) => number);
};

/** Sessions that ended or expired before that time, with their tokens. */
export const deleteOldSessions = async (db: Kysely<Tables>, before: Timestamp): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((expression) => expression.or([expression('ended_at', '<=', before), expression('expires_at', '<=', before)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Counts of pages on days before that one, YYYY-MM-DD. */
export const deleteOldPageViews = async (db: Kysely<Tables>, before: string): Promise<number> =>
  Number((await db.deleteFrom('page_views').where('day', '<', before).executeTakeFirst()).numDeletedRows);

/** Windows of rate limits that are over. */
export const deleteOldThrottles = async (db: Kysely<Tables>, before: Timestamp): Promise<void> => {
  await db.deleteFrom('login_failures').where('window_ends_at', '<=', before).execute();
};
