import type { Kysely } from 'kysely';
import type { Tables, Timestamp } from './schema.ts';

/** Applications that were handled or moved to the trash before these times. */
export const listOldApplications = async (db: Kysely<Tables>, handledBefore: Timestamp, trashedBefore: Timestamp): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where((expression) => expression.or([expression('read_at', '<=', handledBefore), expression('deleted_at', '<=', trashedBefore)]))
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
