import { toLagosDay } from '@site/shared/domain/dates';
import { type SqlBool, sql, type Transaction } from 'kysely';
import { DECIDED_STAGES, STAGE } from '../database/application-queries.ts';
import { type AuditLog, isAboutApplications, listAuditNumbers } from '../database/audit-log.ts';
import { deleteOldLeases } from '../database/leases.ts';
import { runTransaction } from '../database/retry-conflicts.ts';
import type { Timestamp } from '../database/schema/columns.ts';
import type { Database, Tables } from '../database/schema/tables.ts';
import { deleteOldDrafts } from '../database/version-queries.ts';
import type { ContentServices } from '../images/change-image.ts';
import { deleteOldCounts } from '../limits/counts.ts';
import type { Environment } from '../settings/env.ts';
import { emptyTrash } from './sweeps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Fills in missing decision times for applications whose stage was changed by an earlier release. Uses the time of the last stage change in the audit log, or
 * else the time when the application was read.
 */
const fillDecisionTimes = async (db: Database): Promise<void> => {
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

type RetentionServices = Pick<ContentServices, 'db' | 'stores' | 'now'> & { readonly audit: AuditLog };

/** Erases data that is older than the settings allow, and records what was erased in the audit log. Returns the number of erased rows by kind. */
export const applyRetention = async (services: RetentionServices, retention: Environment['retention']) => {
  const { db, audit, now } = services;
  const getDateDaysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
  const getRetentionLimit = (days: number): Timestamp => getDateDaysAgo(days).toISOString();
  const eraseRows = async (transaction: Transaction<Tables>) => {
    await fillDecisionTimes(transaction);
    const applications = await transaction
      .selectFrom('applications')
      .select('id')
      .where((where) =>
        where.or([
          where('decided_at', '<=', getRetentionLimit(retention.applications)),
          where.and([where('decided_at', 'is', null), where('created_at', '<=', getRetentionLimit(retention.openApplications))]),
          where('deleted_at', '<=', getRetentionLimit(retention.trash)),
        ]),
      )
      .execute();
    const ids = applications.map(({ id }) => id);
    const numbers = await listAuditNumbers(transaction, sql<SqlBool>`at <= ${getRetentionLimit(retention.audit)} or ${isAboutApplications(ids)}`);
    for (const id of ids) await transaction.deleteFrom('applications').where('id', '=', id).execute();
    const sessions = await transaction
      .deleteFrom('sessions')
      .where((where) =>
        where.or([where('ended_at', '<=', getRetentionLimit(retention.sessions)), where('expires_at', '<=', getRetentionLimit(retention.sessions))]),
      )
      .executeTakeFirst();
    const pageViews = await transaction
      .deleteFrom('page_views')
      .where('day', '<', toLagosDay(getDateDaysAgo(retention.pageViews)))
      .executeTakeFirst();
    await deleteOldCounts(transaction, now());
    await deleteOldLeases(transaction);
    return {
      applications: ids.length,
      sessions: Number(sessions.numDeletedRows),
      pageViews: Number(pageViews.numDeletedRows),
      drafts: await deleteOldDrafts(transaction, getRetentionLimit(retention.drafts)),
      auditEntries: await audit.eraseDetails(numbers, 'retention', transaction),
    };
  };
  // Several providers may erase rows at the same time.
  const erasedCounts = await runTransaction(db, eraseRows);
  const result = { ...erasedCounts, trash: await emptyTrash(services, retention.trash) };
  if (Object.values(result).some((count) => count > 0))
    await audit.record({ category: 'security', action: 'server.retention', subject: { kind: 'server' }, facts: result });
  return result;
};
