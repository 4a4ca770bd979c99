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
import { probeStorage, type StorageHealth } from '../storage/storage-health.ts';
import { createBackupSchedule, runBackupProcess } from './backup-schedule.ts';
import { createLinkChecks, type LinkCheckServices, readLinks } from './check-links.ts';
import { applyDueChanges } from './due-changes.ts';
import { indexPublicContent } from './index-public-content.ts';
import { createProbeLink } from './probe-link.ts';
import { readImageColors } from './read-image-colors.ts';
import { readImageTexts } from './read-image-texts.ts';
import { repairDerivedColumns } from './repair-derived-columns.ts';
import { applyRetention, type Retention } from './retention.ts';
import { dropWithdrawnImages, sweepOrphans, sweepTextImages, sweepVersionImages } from './sweeps.ts';

/** How soon pages and lists reflect a due change; each tick costs a dozen look-ups by index. */
const TICK_MS = 1000;
const RETENTION_INTERVAL_MS = 3_600_000;
/** Several times within the half minute after which a provider counts as ended. */
const EXTEND_INTERVAL_MS = 8_000;
/** How soon a store that works again counts as such without anybody using it. */
const PROBE_INTERVAL_MS = 10_000;
const BACKUP_CHECK_MS = 60_000;
/** How soon a link is checked for which somebody waits; without one that is due it costs two look-ups by index. */
const LINK_CHECK_MS = 3_000;
const CLOCK_INTERVAL_MS = 60_000;
/** Another provider may have deleted images whose derived files are here. */
const SWEEP_INTERVAL_MS = 86_400_000;

interface SchedulerSettings {
  readonly retention: Retention;
  readonly backup: { readonly folder: string | undefined; readonly hours: number };
}

/** Runs due changes, sweeps and backups while the server listens. */
export const registerScheduler = (
  app: FastifyInstance,
  services: LinkCheckServices &
    ContentServices & {
      readonly audit: AuditLog;
      readonly erasures: Erasures;
      readonly registration: ProviderRegistration;
      readonly databaseClock: DatabaseClock;
      readonly storageHealth: StorageHealth;
      readonly lifecycle: { scheduledAt?: number };
    },
  { retention, backup }: SchedulerSettings,
): void => {
  let since = services.now();
  /** At first all that were withdrawn, also while this provider was stopped. */
  let droppedUntil = new Date(0);
  let inFlight: Promise<void> | undefined;
  const tick = (): void => {
    const until = services.now();
    inFlight ??= applyDueChanges(services, since)
      .then(async () => {
        since = until;
        await dropWithdrawnImages(services, droppedUntil);
        droppedUntil = until;
        services.lifecycle.scheduledAt = Date.now();
        await repairDerivedColumns(services);
        await endSessions(services, { idleSince: new Date(until.getTime() - SESSION_MS).toISOString() });
        await readImageColors(services);
        await linkCopies(services);
        await readImageTexts(services);
        await readLinks(services);
      })
      .catch((reason: unknown) => app.log.error({ err: reason }, 'scheduled changes failed and will be retried'))
      .finally(() => {
        inFlight = undefined;
      });
  };
  let _indexing: Promise<unknown> | undefined;
  // Beside the due changes: after an upgrade it takes minutes.
  const index = (): void => {
    _indexing ??= indexPublicContent(services)
      .catch((reason: unknown) => app.log.error({ err: reason }, 'the public search was not brought up to date and will be retried'))
      .finally(() => {
        _indexing = undefined;
      });
  };
  const erase = (): void => {
    applyRetention(services, retention)
      .then((erased) => {
        if (Object.values(erased).some((count) => count > 0)) app.log.warn(erased, 'erased by retention');
      })
      .catch((reason: unknown) => app.log.error({ err: reason }, 'retention failed and will be retried'));
    // Those of other providers.
    services.erasures.sync().catch((reason: unknown) => app.log.error({ err: reason }, 'erasures were not written down and will be retried'));
  };
  const sweep = (): void => {
    const sweeps = [
      sweepTextImages(services),
      sweepVersionImages(services),
      // Files have the time of this machine.
      ...Object.values(services.stores).map((storage) => sweepOrphans(services.db, storage, new Date())),
    ];
    deleteUnusedWords(services.db).catch((reason: unknown) => app.log.warn({ err: reason }, 'words that nothing has any more could not be deleted'));
    for (const each of sweeps) each.catch((reason: unknown) => app.log.warn({ err: reason }, 'leftover files could not be deleted'));
  };
  const extend = (): void => {
    services.registration.extend().catch((reason: unknown) => app.log.error({ err: reason }, 'this provider could not be registered and will retry'));
  };
  const probe = (): void => {
    const { stores, storageHealth } = services;
    // The first failure has been logged.
    for (const store of ['originals', 'derived'] as const) probeStorage(stores[store], store, storageHealth).catch(() => undefined);
  };
  const measureClock = (): void => {
    services.databaseClock.measure().catch((reason: unknown) => app.log.error({ err: reason }, "the database's clock could not be read"));
  };
  const backUp = createBackupSchedule(services.db, backup.hours, services.now, runBackupProcess);
  const checkBackup = (): void => {
    if (backup.folder !== undefined) backUp().catch((reason: unknown) => app.log.error({ err: reason }, 'the backup failed and will be retried'));
  };
  const linkChecks = createLinkChecks(services, createProbeLink(`LinkCheck/1.0${services.siteUrl === undefined ? '' : ` (+${services.siteUrl})`}`));
  let checkingLinks: Promise<unknown> | undefined;
  const checkLinks = (): void => {
    checkingLinks ??= linkChecks
      .run()
      .catch((reason: unknown) => app.log.error({ err: reason }, 'links were not checked and will be retried'))
      .finally(() => {
        checkingLinks = undefined;
      });
  };
  let timers: readonly NodeJS.Timeout[] = [];
  app.addHook('onListen', async () => {
    timers = [
      setInterval(tick, TICK_MS),
      setInterval(index, TICK_MS),
      setInterval(erase, RETENTION_INTERVAL_MS),
      setInterval(sweep, SWEEP_INTERVAL_MS),
      setInterval(extend, EXTEND_INTERVAL_MS),
      setInterval(checkLinks, LINK_CHECK_MS),
      setInterval(checkBackup, BACKUP_CHECK_MS),
      setInterval(measureClock, CLOCK_INTERVAL_MS),
      setInterval(probe, PROBE_INTERVAL_MS),
    ];
    for (const timer of timers) timer.unref();
    tick();
    index();
    extend();
    checkBackup();
    erase();
    sweep();
  });
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    linkChecks.stop();
    await Promise.all([inFlight, checkingLinks]);
  });
};
