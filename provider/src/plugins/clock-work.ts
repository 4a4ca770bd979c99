import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { emptyTrash } from '../maintenance/empty-trash.ts';
import { sweepOrphans } from '../maintenance/sweep-orphans.ts';
import { sweepTextPictures } from '../maintenance/sweep-text-pictures.ts';
import { hasEventPassed } from '../repositories/events.ts';
import type { Services } from '../services.ts';

/** Pages and lists are true again that soon after something passed or came due; the questions are three look-ups by index. */
const TICK_MS = 2000;
const TRASH_INTERVAL_MS = 3_600_000;

/** What changes by itself: scheduled posts and events go out, and events pass. Both count as a change of content, because answers and pages are kept by it. */
export const runClockWork = async ({ db, revision, now }: Services, since: Date): Promise<void> => {
  const moment = now().toISOString();
  const duePosts = await db
    .selectFrom('posts')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .where('published_at', '<=', moment)
    .execute();
  const dueEvents = await db
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .where('publish_at', '<=', moment)
    .execute();
  const hasPassed = await hasEventPassed(db, since.toISOString(), moment);
  if (duePosts.length + dueEvents.length === 0 && !hasPassed) return;
  await revision.write(async (transaction) => {
    await transaction
      .updateTable('posts')
      .set({ status: 'published' })
      .where('status', '=', 'scheduled')
      .where('deleted_at', 'is', null)
      .where('published_at', '<=', moment)
      .execute();
    await transaction
      .updateTable('events')
      .set({ status: 'published' })
      .where('status', '=', 'scheduled')
      .where('deleted_at', 'is', null)
      .where('publish_at', '<=', moment)
      .execute();
  });
};

export const registerClockWork = (app: FastifyInstance, services: Services): void => {
  let since = services.now();
  let underway: Promise<void> | undefined;
  const tick = (): void => {
    const until = services.now();
    underway ??= runClockWork(services, since)
      .then(() => {
        since = until;
      })
      .catch((reason: unknown) => app.log.error({ err: reason }, 'the clock work failed and is tried again'))
      .finally(() => {
        underway = undefined;
      });
  };
  const sweepTrash = (): void => {
    emptyTrash(services).catch((reason: unknown) => app.log.warn({ err: reason }, 'the trash could not be emptied'));
  };
  let timers: readonly NodeJS.Timeout[] = [];
  app.addHook('onListen', async () => {
    timers = [setInterval(tick, TICK_MS), setInterval(sweepTrash, TRASH_INTERVAL_MS)];
    for (const timer of timers) timer.unref();
    tick();
    sweepTrash();
    const { dataDir } = services.environment;
    const sweeps = [
      sweepTextPictures(services),
      ...['uploads', 'derived'].map((folder) => sweepOrphans(services.db, path.join(dataDir, folder), services.now())),
    ];
    for (const sweep of sweeps) sweep.catch((reason: unknown) => app.log.warn({ err: reason }, 'left-over files could not be removed'));
  });
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await underway;
  });
};
