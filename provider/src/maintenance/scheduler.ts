import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../database/audit-log.ts';
import type { Erasures } from '../database/erasures.ts';
import { hasEventPassed } from '../database/event-queries.ts';
import type { ContentServices } from '../images/change-image.ts';
import { applyRetention, type Retention } from './retention.ts';
import { sweepOrphans, sweepTextImages } from './sweeps.ts';

/** How soon pages and lists reflect a due change; each tick costs three look-ups by index. */
const TICK_MS = 2000;
const RETENTION_INTERVAL_MS = 3_600_000;
/** Another provider may have deleted images whose derived files are here. */
const SWEEP_INTERVAL_MS = 86_400_000;

/** The column with the publication time of a scheduled row. */
const PUBLISH_COLUMNS = [
  { table: 'posts', column: 'published_at' },
  { table: 'events', column: 'publish_at' },
] as const;

/** Publishes scheduled posts and events, and counts events that have passed: both raise the revision, because responses and pages are cached by it. */
export const applyDueChanges = async ({ db, revision, now }: Pick<ContentServices, 'db' | 'revision' | 'now'>, since: Date): Promise<void> => {
  const timestamp = now().toISOString();
  let isDue = await hasEventPassed(db, since.toISOString(), timestamp);
  for (const { table, column } of PUBLISH_COLUMNS) {
    const scheduled = db.selectFrom(table).select('id').where('status', '=', 'scheduled').where('deleted_at', 'is', null);
    isDue ||= (await scheduled.where(column, '<=', timestamp).limit(1).executeTakeFirst()) !== undefined;
  }
  if (!isDue) return;
  await revision.write(async (transaction) => {
    for (const { table, column } of PUBLISH_COLUMNS) {
      const scheduled = transaction.updateTable(table).set({ status: 'published' }).where('status', '=', 'scheduled').where('deleted_at', 'is', null);
      await scheduled.where(column, '<=', timestamp).execute();
    }
  });
};

/** Runs due changes and sweeps while the server listens. */
export const registerScheduler = (
  app: FastifyInstance,
  services: ContentServices & { readonly audit: AuditLog; readonly erasures: Erasures },
  { dataDir, retention }: { readonly dataDir: string; readonly retention: Retention },
): void => {
  let since = services.now();
  let inFlight: Promise<void> | undefined;
  const tick = (): void => {
    const until = services.now();
    inFlight ??= applyDueChanges(services, since)
      .then(() => {
        since = until;
      })
      .catch((reason: unknown) => app.log.error({ err: reason }, 'scheduled changes failed and will be retried'))
      .finally(() => {
        inFlight = undefined;
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
      ...['uploads', 'derived'].map((folder) => sweepOrphans(services.db, path.join(dataDir, folder), services.now())),
    ];
    for (const each of sweeps) each.catch((reason: unknown) => app.log.warn({ err: reason }, 'leftover files could not be deleted'));
  };
  let timers: readonly NodeJS.Timeout[] = [];
  app.addHook('onListen', async () => {
    timers = [setInterval(tick, TICK_MS), setInterval(erase, RETENTION_INTERVAL_MS), setInterval(sweep, SWEEP_INTERVAL_MS)];
    for (const timer of timers) timer.unref();
    tick();
    erase();
    sweep();
  });
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await inFlight;
  });
};
