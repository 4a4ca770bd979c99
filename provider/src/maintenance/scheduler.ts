import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../database/audit-log.ts';
import { endSessions } from '../database/audit-sessions.ts';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { Erasures } from '../database/erasures.ts';
import { deleteUnusedWords } from '../database/public-documents.ts';
import { SESSION_MS } from '../database/version-queries.ts';
import type { ContentServices } from '../images/change-image.ts';
import { linkCopies } from '../images/link-copies.ts';
import type { ProviderRegistration } from '../images/register-provider.ts';
import { dropWithdrawnImages } from '../images/withdraw-images.ts';
import type { Environment } from '../settings/env.ts';
import { probeStorage, type StorageHealth } from '../storage/storage-health.ts';
import { backfillImageColors, indexPublicContent, readImageTexts, repairDerivedColumns } from './backfills.ts';
import { createBackupSchedule, runBackupProcess } from './backup-schedule.ts';
import { createLinkChecks, type LinkServices, readRecentLinks } from './check-links.ts';
import { applyDueChanges } from './due-changes.ts';
import { createJobs } from './jobs.ts';
import { createProbeLink } from './probe-link.ts';
import { applyRetention } from './retention.ts';
import { sweepOrphans, sweepTextImages, sweepVersionImages } from './sweeps.ts';

/** Maximum delay until pages and lists reflect a due change. Each tick costs a dozen index look-ups. */
const TICK_MS = 1000;
const RETENTION_INTERVAL_MS = 3_600_000;
/** Short enough for several extensions within the half minute after which a provider is considered stopped. */
const EXTEND_INTERVAL_MS = 8_000;
/** Maximum delay before a store that works again is reported as working, even without requests. */
const PROBE_INTERVAL_MS = 10_000;
const BACKUP_CHECK_INTERVAL_MS = 60_000;
/** Maximum delay before a link check that an editor is waiting for. If no link is due, a run costs three index look-ups. */
const LINK_CHECK_INTERVAL_MS = 3_000;
const CLOCK_INTERVAL_MS = 60_000;
/** Sweeps are repeated because other providers may have deleted images whose derived files are stored here. */
const SWEEP_INTERVAL_MS = 86_400_000;

export const registerScheduler = (
  app: FastifyInstance,
  services: LinkServices &
    ContentServices & {
      readonly audit: AuditLog;
      readonly erasures: Erasures;
      readonly registration: ProviderRegistration;
      readonly databaseClock: DatabaseClock;
      readonly storageHealth: StorageHealth;
      readonly lifecycle: { scheduledAt?: number };
    },
  { retention, backup }: Pick<Environment, 'retention' | 'backup'>,
): void => {
  let lastRunAt = services.now();
  /** Starts at zero to cover all withdrawn images, including those withdrawn while this provider was stopped. */
  let lastDropAt = new Date(0);
  const applyDueStatusChanges = async (): Promise<void> => {
    const until = services.now();
    await applyDueChanges(services, lastRunAt);
    lastRunAt = until;
    await dropWithdrawnImages(services, lastDropAt);
    lastDropAt = until;
    services.lifecycle.scheduledAt = Date.now();
    await repairDerivedColumns(services);
    await endSessions(services, { idleSince: new Date(until.getTime() - SESSION_MS).toISOString() });
    await backfillImageColors(services);
    await linkCopies(services);
    await readImageTexts(services);
  };
  // Indexing runs separately from the due changes, because it takes minutes after an upgrade.
  const index = (signal: AbortSignal): Promise<number> => indexPublicContent(services, signal);
  const eraseExpired = async (): Promise<void> => {
    const erasedCounts = await applyRetention(services, retention);
    if (Object.values(erasedCounts).some((count) => count > 0)) app.log.warn(erasedCounts, 'erased by retention');
  };
  const { stores, storageHealth } = services;
  const sweeps = [
    sweepTextImages,
    sweepVersionImages,
    // Pass the time by this machine's clock, because it also sets the file times.
    ...Object.values(stores).map((storage) => () => sweepOrphans(services.db, storage, new Date())),
  ];
  const backUp = createBackupSchedule(services.db, backup.hours, services.now, runBackupProcess);
  const checkLinks = createLinkChecks(services, createProbeLink(`LinkCheck/1.0${services.siteUrl === undefined ? '' : ` (+${services.siteUrl})`}`));

  const { every, stop } = createJobs(app.log);
  app.addHook('onListen', async () => {
    every(TICK_MS, applyDueStatusChanges, 'scheduled changes failed and will be retried');
    every(TICK_MS, index, 'public search index not updated; will retry');
    every(EXTEND_INTERVAL_MS, () => services.registration.extend(), 'this provider could not be registered and will retry');
    if (backup.folder !== undefined) every(BACKUP_CHECK_INTERVAL_MS, backUp, 'the backup failed and will be retried');
    every(RETENTION_INTERVAL_MS, eraseExpired, 'retention failed and will be retried');
    // Also write files for erasures that other providers have recorded.
    every(RETENTION_INTERVAL_MS, () => services.erasures.sync(), 'erasures not recorded; will retry');
    for (const sweep of sweeps) every(SWEEP_INTERVAL_MS, () => sweep(services), 'leftover files could not be deleted', { level: 'warn' });
    every(SWEEP_INTERVAL_MS, () => deleteUnusedWords(services.db), 'failed to delete unused search terms', { level: 'warn' });
    every(TICK_MS, (signal) => readRecentLinks(services, signal), 'the links of changed texts were not read and will be read at night');
    every(LINK_CHECK_INTERVAL_MS, checkLinks, 'links were not checked and will be retried', { startsImmediately: false });
    every(CLOCK_INTERVAL_MS, () => services.databaseClock.measure(), "the database's clock could not be read", { startsImmediately: false });
    // Do not log failed probes, because the store's first failure has already been logged.
    for (const store of ['originals', 'derived'] as const)
      every(PROBE_INTERVAL_MS, () => probeStorage(stores[store], store, storageHealth), '', { level: null, startsImmediately: false });
  });
  // Stop the jobs before the database is closed.
  app.addHook('preClose', stop);
};
