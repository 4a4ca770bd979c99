import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { type DueLink, deleteUnusedLinks, hasDueLinks, listDueLinks, readChangedLinks, storeCheck } from '../database/external-links.ts';
import { acquireLease, releaseLease } from '../database/leases.ts';
import { hasWaiting } from '../database/queues.ts';
import { runTransaction } from '../database/retry-conflicts.ts';
import type { Database } from '../database/schema.ts';
import { createId } from '../domain/ids.ts';
import { getNight, judgeLink, type LinkOutcome } from '../domain/link-verdict.ts';
import type { ProbeLink } from './probe-link.ts';

/** Kept low so that link checks do not delay other requests. */
const ROWS_PER_RUN = 20;
const HOSTS_AT_ONCE = 4;
/** Pause between two links to the same host. */
const PAUSE_MS = 1_000;
const LEASE = 'link check';
/** Longer than the check of one link can take. */
const LEASE_SECONDS = 90;

export interface LinkCheckServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly siteUrl: string | undefined;
  /** Hour of the day in Lagos; null if links are not checked. */
  readonly linkCheckHour: number | null;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Reads the links of changed documents, however they were changed. Returns the number of documents. */
export const readLinks = async ({ db, now, siteUrl = '', linkCheckHour }: LinkCheckServices): Promise<number> => {
  if (!(await hasWaiting(db, 'link_queue'))) return 0;
  const night = getNight(now(), linkCheckHour ?? 0);
  return runTransaction(db, (transaction) => readChangedLinks(transaction, { limit: ROWS_PER_RUN, siteUrl, night }));
};

const groupByHost = (links: readonly DueLink[]): readonly (readonly DueLink[])[] => {
  const groups = new Map<string, DueLink[]>();
  for (const link of links) {
    const { host } = new URL(link.url);
    groups.set(host, [...(groups.get(host) ?? []), link]);
  }
  return [...groups.values()];
};

/** Whether the other site did not respond at all. In that case, this server may be offline itself. */
const isSilent = (outcome: LinkOutcome): boolean => outcome.kind === 'fault' && (outcome.reason === 'no-answer' || outcome.reason === 'no-such-host');

/** Creates the nightly check of links to other sites. One provider at a time runs it. */
export const createLinkChecks = ({ db, now, linkCheckHour, log }: LinkCheckServices, probe: ProbeLink, pauseMs = PAUSE_MS) => {
  const lease = { name: LEASE, value: createId() };
  const stopping = new AbortController();

  const checkAll = async (links: readonly DueLink[], hour: number): Promise<number> => {
    const night = getNight(now(), hour);
    const silent: { readonly link: DueLink; readonly outcome: LinkOutcome }[] = [];
    let checked = 0;
    let hasAnswer = false;
    const store = async (link: DueLink, outcome: LinkOutcome | null): Promise<void> => {
      const at = now();
      await storeCheck(db, link.id, outcome === null ? null : judgeLink(link, outcome, at, hour), { at: at.toISOString(), night });
      checked += 1;
    };
    const checkHost = async (ofHost: readonly DueLink[]): Promise<void> => {
      for (const [index, link] of ofHost.entries()) {
        if (index > 0) await setTimeout(pauseMs, undefined, { signal: stopping.signal });
        // Another provider has taken over because this one paused for too long.
        if (!(await acquireLease(db, lease, LEASE_SECONDS))) return;
        const outcome = await probe(link.url, stopping.signal);
        if (outcome.kind === 'answer') hasAnswer = true;
        if (isSilent(outcome) && link.requestedAt === null) silent.push({ link, outcome });
        else await store(link, outcome);
      }
    };
    const limit = pLimit(HOSTS_AT_ONCE);
    const ends = await Promise.allSettled(groupByHost(links).map((ofHost) => limit(() => checkHost(ofHost))));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    for (const { link, outcome } of silent) await store(link, hasAnswer ? outcome : null);
    if (silent.length > 0 && !hasAnswer) log.warn({ links: silent.length }, 'no other site has answered: links were not judged');
    return checked;
  };

  return {
    /** Checks the due links, unless another provider is doing so. Call it often. Returns the number of checked links. */
    run: async (): Promise<number> => {
      if (linkCheckHour === null || stopping.signal.aborted) return 0;
      const night = getNight(now(), linkCheckHour);
      if (!(await hasDueLinks(db, night)) || !(await acquireLease(db, lease, LEASE_SECONDS))) return 0;
      try {
        await deleteUnusedLinks(db);
        // Another provider may have checked some links in the meantime.
        return await checkAll(await listDueLinks(db, night), linkCheckHour);
      } catch (reason) {
        if (stopping.signal.aborted) return 0;
        throw reason;
      } finally {
        await releaseLease(db, lease);
      }
    },
    /** Aborts the check in flight; its link remains due. */
    stop: (): void => stopping.abort(),
  };
};
