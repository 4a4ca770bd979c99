import { toLagosDay } from '@site/shared/domain/dates';
import type { Transaction } from 'kysely';
import type { AuditLog } from '../database/audit-log.ts';
import {
  deleteOldPageViews,
  deleteOldSessions,
  deleteOldThrottles,
  fillDecisions,
  listAuditOfApplications,
  listOldApplications,
  listOldAudit,
} from '../database/expired-rows.ts';
import { deleteOldLeases } from '../database/leases.ts';
import { retryConflicts } from '../database/retry-conflicts.ts';
import type { Tables } from '../database/schema.ts';
import { deleteOldDrafts } from '../database/version-queries.ts';
import type { ContentServices } from '../images/change-image.ts';
import { emptyTrash } from './sweeps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days things are stored. */
export interface Retention {
  /** After they were accepted, declined or marked as handled. */
  readonly applications: number;
  /** Without a decision: after they were received. */
  readonly openApplications: number;
  readonly trash: number;
  /** After they ended. */
  readonly sessions: number;
  readonly pageViews: number;
  /** Changes of documents that nobody has saved or continued. */
  readonly drafts: number;
  /** The personal values of audit entries. */
  readonly audit: number;
}

/** How many rows were erased. */
export interface RetentionResult {
  readonly applications: number;
  readonly trash: number;
  readonly sessions: number;
  readonly pageViews: number;
  readonly drafts: number;
  readonly auditEntries: number;
}

type RetentionServices = Pick<ContentServices, 'db' | 'stores' | 'now'> & { readonly audit: AuditLog };

/** Erases what is older than the settings allow, and records it if there was anything. */
export const applyRetention = async (services: RetentionServices, retention: Retention): Promise<RetentionResult> => {
  const { db, audit, now } = services;
  const daysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS);
  const eraseRows = async (transaction: Transaction<Tables>) => {
    await fillDecisions(transaction);
    const ids = await listOldApplications(transaction, {
      decidedBefore: daysAgo(retention.applications).toISOString(),
      receivedBefore: daysAgo(retention.openApplications).toISOString(),
      trashedBefore: daysAgo(retention.trash).toISOString(),
    });
    const numbers = [...(await listAuditOfApplications(transaction, ids)), ...(await listOldAudit(transaction, daysAgo(retention.audit).toISOString()))];
    for (const id of ids) await transaction.deleteFrom('applications').where('id', '=', id).execute();
    const sessions = await deleteOldSessions(transaction, daysAgo(retention.sessions).toISOString());
    const pageViews = await deleteOldPageViews(transaction, toLagosDay(daysAgo(retention.pageViews)));
    const drafts = await deleteOldDrafts(transaction, daysAgo(retention.drafts).toISOString());
    await deleteOldThrottles(transaction, now().toISOString());
    await deleteOldLeases(transaction);
    const auditEntries = await audit.eraseDetails([...new Set(numbers)], 'retention', transaction);
    return { applications: ids.length, sessions, pageViews, drafts, auditEntries };
  };
  // Every provider does this at the same time.
  const erased = await retryConflicts(() => db.transaction().execute(eraseRows));
  const result = { ...erased, trash: await emptyTrash(services, retention.trash) };
  if (Object.values(result).some((count) => count > 0))
    await audit.record({ category: 'security', action: 'server.retention', subject: { kind: 'server' }, facts: result });
  return result;
};
