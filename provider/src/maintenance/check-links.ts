import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { changeLink, type DueLink, deleteUnusedLinks, hasDueLinks, listDueLinks, readLinks } from '../database/external-links.ts';
import { acquireLease, releaseLease } from '../database/leases.ts';
import type { Database } from '../database/schema/tables.ts';
import { createId } from '../domain/ids.ts';
import { classifyLink, getNightDate, type LinkOutcome, type LinkRecord } from '../domain/link-status.ts';
import type { Environment } from '../settings/env.ts';
import type { ProbeLink } from './probe-link.ts';

/** Allows for runs that are late, and for transactions that commit some time after their documents' timestamps. Changes missed here are read the next night. */
const OVERLAP_MS = 15_000;
const CONCURRENT_HOSTS = 4;
const PAUSE_MS = 1_000;
const LEASE_NAME = 'link check';
/** Lease duration. Must exceed the time for checking one link or reading 50,000 documents. */
const LEASE_SECONDS = 300;
const DAY_SECONDS = 86_400;

export type LinkServices = Pick<Environment, 'siteUrl' | 'linkCheckHour'> & {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Records the links in documents that any provider has changed recently, so that a corrected link disappears from the list immediately. Call this often. */
export const readRecentLinks = ({ db, now, siteUrl = '', linkCheckHour }: LinkServices, signal: AbortSignal): Promise<void> =>
  readLinks(db, new Date(now().getTime() - OVERLAP_MS).toISOString(), siteUrl, getNightDate(now(), linkCheckHour ?? 0), signal);

const groupByHost = (links: readonly DueLink[]): readonly (readonly DueLink[])[] => {
  const groups = new Map<string, DueLink[]>();
  for (const link of links) {
    const { host } = new URL(link.url);
    groups.set(host, [...(groups.get(host) ?? []), link]);
  }
  return [...groups.values()];
};

const toColumns = ({ httpStatus: http_status, failedAt: failed_at, ...record }: LinkRecord) => ({ ...record, http_status, failed_at });

/** Whether the other site did not respond at all. The cause may be that this server itself is offline. */
const hasNoResponse = (outcome: LinkOutcome): boolean => outcome.kind === 'fault' && (outcome.reason === 'no-answer' || outcome.reason === 'no-such-host');

/**
 * Creates the nightly check of external links. Call the returned function often; it returns the number of links that were checked. Only one provider runs the
 * check at a time. Each night, the check first reads all documents. If the signal is aborted, the link in progress remains due.
 */
export const createLinkChecks = ({ db, now, siteUrl = '', linkCheckHour, log }: LinkServices, probe: ProbeLink, pauseMs = PAUSE_MS) => {
  const lease = { name: LEASE_NAME, value: createId() };

  const checkAll = async (links: readonly DueLink[], hour: number, signal: AbortSignal): Promise<number> => {
    const night = getNightDate(now(), hour);
    const unansweredLinks: { readonly link: DueLink; readonly outcome: LinkOutcome }[] = [];
    let checkedCount = 0;
    let hasResponse = false;
    const store = async (link: DueLink, outcome: LinkOutcome | null): Promise<void> => {
      const at = now();
      const record = outcome === null ? {} : toColumns(classifyLink(link, outcome, at, hour));
      await changeLink(db, link.id, { ...record, checked_at: at.toISOString(), checked_night: night, requested_at: null });
      checkedCount += 1;
    };
    const checkHost = async (hostLinks: readonly DueLink[]): Promise<void> => {
      for (const [index, link] of hostLinks.entries()) {
        if (index > 0) await setTimeout(pauseMs, undefined, { signal });
        // Another provider has taken over, because this one had paused for too long.
        if (!(await acquireLease(db, lease, LEASE_SECONDS))) return;
        const outcome = await probe(link.url, signal);
        if (outcome.kind === 'response') hasResponse = true;
        if (hasNoResponse(outcome) && link.requestedAt === null) unansweredLinks.push({ link, outcome });
        else await store(link, outcome);
      }
    };
    const limit = pLimit(CONCURRENT_HOSTS);
    const results = await Promise.allSettled(groupByHost(links).map((hostLinks) => limit(() => checkHost(hostLinks))));
    for (const end of results) if (end.status === 'rejected') throw end.reason;
    for (const { link, outcome } of unansweredLinks) await store(link, hasResponse ? outcome : null);
    if (unansweredLinks.length > 0 && !hasResponse) log.warn({ links: unansweredLinks.length }, 'no other site responded: links were not evaluated');
    return checkedCount;
  };

  return async (signal: AbortSignal): Promise<number> => {
    const night = getNightDate(now(), linkCheckHour ?? 0);
    // Backups do not contain leases, so after a restore, all documents are read immediately.
    const readLease = { name: `links of ${night}`, value: '' };
    const isRead = (await db.selectFrom('leases').select('name').where('name', '=', readLease.name).executeTakeFirst()) !== undefined;
    const isIdle = isRead && (linkCheckHour === null || !(await hasDueLinks(db, night)));
    if (isIdle || signal.aborted || !(await acquireLease(db, lease, LEASE_SECONDS))) return 0;
    try {
      if (!isRead) {
        await readLinks(db, '', siteUrl, night, signal);
        await deleteUnusedLinks(db);
        await acquireLease(db, readLease, DAY_SECONDS);
      }
      // Another provider may have checked some links since.
      return linkCheckHour === null ? 0 : await checkAll(await listDueLinks(db, night), linkCheckHour, signal);
    } catch (reason) {
      if (signal.aborted) return 0;
      throw reason;
    } finally {
      await releaseLease(db, lease);
    }
  };
};
