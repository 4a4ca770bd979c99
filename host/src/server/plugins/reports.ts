import rateLimit from '@fastify/rate-limit';
import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findRemote } from '../../federation/release-set.ts';
import { CSP_REPORT_TYPE, findPageOwner, parseReport, parseView, REPORTS_TYPE } from '../monitoring/browser-reports.ts';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import type { Fault, RecordFault } from '../monitoring/faults.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { KnownVersions } from '../remotes/known-versions.ts';
import type { Visits } from '../remotes/visits.ts';
import { isCrossSite } from './same-site.ts';
import { CANARY_COOKIE, readCookies } from './visit.ts';

interface ReportsOptions {
  readonly siteUrl: string;
  readonly buildId: string;
  readonly knownVersions: KnownVersions;
  readonly recordFault: RecordFault;
  readonly metrics: Pick<Metrics, 'countReport'>;
  readonly monitor: Pick<CanaryMonitor, 'countFault' | 'countView'>;
  readonly visits: Pick<Visits, 'getVisit' | 'hasNumber'>;
}

const BODY_LIMIT_BYTES = 8 * 1024;
/** Of entries: a request has at least one. A page sends a handful; many visitors can share the address of a mobile network. */
const LIMITS_PER_MINUTE = { address: 120, everyone: 1200, withShares: 6000 };
/** Of each address, whatever others send: a flood from some must not hide the faults that all the rest see. */
const OWN_SHARE_PER_MINUTE = 6;
const ADDRESSES_IN_MEMORY = 5000;
/** Page views that a browser has completed, which it says while a canary runs. */
const VIEWS_PER_MINUTE = 60;
/** The host's own script, among the remotes of a report. */
const HOST = 'host';

/**
 * `POST /reports`: faults that the host's script noticed in a browser, and the browser's own reports about violated policies (docs/contracts/operations.md).
 * `POST /reports/views`: a page that a browser has shown completely, while a canary runs. The responses never say whether a remote or version exists.
 */
export const reportRoutes: FastifyPluginAsync<ReportsOptions> = async (app, options) => {
  const { siteUrl, buildId, knownVersions, recordFault, metrics, monitor, visits } = options;
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', cache: ADDRESSES_IN_MEMORY });
  const createLimit = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const check = app.createRateLimit({ max, keyGenerator });
    /** Counts one entry; returns the limit if it is too many. */
    return async (request: FastifyRequest) => {
      const limit = await check(request);
      return !limit.isAllowed && limit.isExceeded ? limit : undefined;
    };
  };
  const byAddress = ({ ip }: FastifyRequest): string => getAddressKey(ip);
  const exceedsAddress = createLimit(LIMITS_PER_MINUTE.address, byAddress);
  const exceedsOwnShare = createLimit(OWN_SHARE_PER_MINUTE, byAddress);
  const exceedsEveryone = createLimit(LIMITS_PER_MINUTE.everyone, () => 'everyone');
  const exceedsWithShares = createLimit(LIMITS_PER_MINUTE.withShares, () => 'with shares');
  const exceedsViews = createLimit(VIEWS_PER_MINUTE, byAddress);
  /** Only then is it evidence about a canary: a number takes a page, and no visitor chooses it. */
  const hasNumber = (request: FastifyRequest): boolean => visits.hasNumber(readCookies(request)[CANARY_COOKIE]);
  /** Counts one entry; if it is too many, sends the response and returns true. (A promise of Fastify's reply resolves with undefined.) */
  const rejectExceeding = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const exceeded =
      (await exceedsAddress(request)) ?? (await exceedsWithShares(request)) ?? ((await exceedsOwnShare(request)) && (await exceedsEveryone(request)));
    if (exceeded === undefined) return false;
    metrics.countReport('limited');
    reply.code(429).header('retry-after', exceeded.ttlInSeconds).send();
    return true;
  };
  app.addContentTypeParser([CSP_REPORT_TYPE, REPORTS_TYPE, 'text/plain'], { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  // A bad request is the sender's problem: nothing is logged, and nothing is explained.
  app.setErrorHandler(async (_error, _request, reply) => {
    metrics.countReport('invalid');
    return reply.code(400).send();
  });

  /** The version to record, or undefined for a version that no page can have. */
  const verify = async (fault: Fault): Promise<Fault | undefined> => {
    // The id of a set is made from the host's build, so a set of this process has this build's script.
    if (fault.remote === HOST) return knownVersions.getSet(fault.set) === undefined ? undefined : { ...fault, version: buildId };
    return (await knownVersions.has(fault.remote, fault.version)) ? fault : undefined;
  };

  /**
   * What a fault says about a canary. Code of a remote can change what the host's script relies on, so a fault of the host counts against the version that owns the page. Where the
   * host itself is wrong, the canary and the version that it is compared with have the same faults.
   */
  const toEvidence = (fault: Fault): Fault => {
    const set = fault.remote === HOST ? knownVersions.getSet(fault.set) : undefined;
    return set === undefined ? fault : { ...fault, ...findPageOwner(set, fault.path ?? '/') };
  };

  app.post<{ Querystring: { set?: string } }>('/reports', {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isCrossSite(request.headers, siteUrl)) return reply.code(403).send();
      return (await rejectExceeding(request, reply)) ? reply : undefined;
    },
    handler: async (request, reply) => {
      const contentType = request.headers['content-type']?.split(';')[0]?.trim() ?? '';
      // A browser that reports by itself sends the visitor's cookies, but not the set.
      const set =
        knownVersions.getSet(String(request.query.set)) ?? (await visits.getVisit({ canary: readCookies(request)[CANARY_COOKIE] })).visit.set.browserSet;
      for (const [index, reported] of parseReport(contentType, request.body, set).entries()) {
        // The first one is counted with the request.
        if (index > 0 && (await rejectExceeding(request, reply))) return reply;
        const fault = await verify(reported);
        metrics.countReport(fault === undefined ? 'unknown' : 'accepted');
        if (fault === undefined) continue;
        recordFault(fault);
        if (hasNumber(request)) monitor.countFault(toEvidence(fault), getAddressKey(request.ip));
      }
      return reply.code(204).send();
    },
  });

  app.post('/reports/views', {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isCrossSite(request.headers, siteUrl)) return reply.code(403).send();
      const exceeded = await exceedsViews(request);
      return exceeded === undefined ? undefined : reply.code(429).header('retry-after', exceeded.ttlInSeconds).send();
    },
    handler: async (request, reply) => {
      const { set: id, path, version } = parseView(request.body);
      const set = knownVersions.getSet(id);
      const remote = set === undefined ? undefined : findRemote(set, path);
      const isKnown = remote !== undefined && set?.remotes[remote]?.versions.some((known) => known.version === version);
      if (isKnown && hasNumber(request)) monitor.countView(id, remote, version, getAddressKey(request.ip));
      return reply.code(204).send();
    },
  });
};
