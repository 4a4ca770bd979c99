import rateLimit from '@fastify/rate-limit';
import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findRemote, type ReleaseSet } from '../../federation/release-set.ts';
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
/** Limits for entries; a request has at least one. A page sends a handful, and many visitors can share the address of a mobile network. */
const LIMITS_PER_MINUTE = { address: 120, everyone: 1200, withShares: 6000 };
/** Entries that each address may always send, so that a flood from some addresses does not hide the faults that everyone else sees. */
const OWN_SHARE_PER_MINUTE = 6;
const ADDRESSES_IN_MEMORY = 5000;
/** Reports of completed page views, which browsers send while a canary runs. */
const VIEWS_PER_MINUTE = 60;
/** Name that reports use in place of a remote for the host's own script. */
const HOST = 'host';

const byAddress = ({ ip }: FastifyRequest): string => getAddressKey(ip);

const createLimits = (app: FastifyInstance) => {
  const createLimit = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const check = app.createRateLimit({ max, keyGenerator });
    /** Counts one entry; returns the limit if it is exceeded. */
    return async (request: FastifyRequest) => {
      const limit = await check(request);
      return !limit.isAllowed && limit.isExceeded ? limit : undefined;
    };
  };
  const exceedsAddressLimit = createLimit(LIMITS_PER_MINUTE.address, byAddress);
  const exceedsOwnShare = createLimit(OWN_SHARE_PER_MINUTE, byAddress);
  const exceedsTotalLimit = createLimit(LIMITS_PER_MINUTE.everyone, () => 'everyone');
  const exceedsTotalLimitWithShares = createLimit(LIMITS_PER_MINUTE.withShares, () => 'with shares');
  return {
    exceedsReports: async (request: FastifyRequest) =>
      (await exceedsAddressLimit(request)) ??
      (await exceedsTotalLimitWithShares(request)) ??
      ((await exceedsOwnShare(request)) && (await exceedsTotalLimit(request))),
    exceedsViews: createLimit(VIEWS_PER_MINUTE, byAddress),
  };
};
type Limits = ReturnType<typeof createLimits>;
type ExceededLimit = NonNullable<Awaited<ReturnType<Limits['exceedsViews']>>>;

/** The fault to record, or undefined if no page can have its version. */
const verify = async (fault: Fault, { buildId, knownVersions }: ReportsOptions): Promise<Fault | undefined> => {
  // A set's id depends on the host's build, so a set from this process has this build's script.
  if (fault.remote === HOST) return knownVersions.getSet(fault.set) === undefined ? undefined : { ...fault, version: buildId };
  return (await knownVersions.has(fault.remote, fault.version)) ? fault : undefined;
};

/**
 * Turns a fault into evidence about a canary. A remote's code can break what the host's script relies on, so a fault in the host's script counts against the
 * version that owns the page. If the host itself is at fault, the canary and the version that it is compared with have the same faults.
 */
const toEvidence = (fault: Fault, knownVersions: ReportsOptions['knownVersions']): Fault => {
  const set = fault.remote === HOST ? knownVersions.getSet(fault.set) : undefined;
  return set === undefined ? fault : { ...fault, ...findPageOwner(set, fault.path ?? '/') };
};

/** Whether a report is evidence about a canary: a visitor gets a number only with a page, and cannot choose it. */
const hasCanaryNumber = (request: FastifyRequest, visits: ReportsOptions['visits']): boolean => visits.hasNumber(readCookies(request)[CANARY_COOKIE]);

/** The release set that a report refers to. */
const findSet = async (request: FastifyRequest, id: unknown, { knownVersions, visits }: ReportsOptions): Promise<ReleaseSet> => {
  const set = knownVersions.getSet(String(id));
  // Reports that browsers generate themselves include the visitor's cookies, but not the set.
  return set ?? (await visits.getVisit({ canary: readCookies(request)[CANARY_COOKIE] })).visit.set.browserSet;
};

const addReports = (app: FastifyInstance, options: ReportsOptions, { exceedsReports }: Limits): void => {
  const { siteUrl, knownVersions, recordFault, metrics, monitor, visits } = options;
  const reject = (reply: FastifyReply, { ttlInSeconds }: ExceededLimit): FastifyReply => {
    metrics.countReport('limited');
    return reply.code(429).header('retry-after', ttlInSeconds).send();
  };
  app.post<{ Querystring: { set?: string } }>('/reports', {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isCrossSite(request.headers, siteUrl)) return reply.code(403).send();
      const exceeded = await exceedsReports(request);
      return exceeded === undefined ? undefined : reject(reply, exceeded);
    },
    handler: async (request, reply) => {
      const contentType = request.headers['content-type']?.split(';')[0]?.trim() ?? '';
      const set = await findSet(request, request.query.set, options);
      for (const [index, reported] of parseReport(contentType, request.body, set).entries()) {
        // The first entry is counted with the request.
        const exceeded = index > 0 ? await exceedsReports(request) : undefined;
        if (exceeded !== undefined) return reject(reply, exceeded);
        const fault = await verify(reported, options);
        metrics.countReport(fault === undefined ? 'unknown' : 'accepted');
        if (fault === undefined) continue;
        recordFault(fault);
        if (hasCanaryNumber(request, visits)) monitor.countFault(toEvidence(fault, knownVersions), getAddressKey(request.ip));
      }
      return reply.code(204).send();
    },
  });
};

const addViews = (app: FastifyInstance, options: ReportsOptions, { exceedsViews }: Limits): void => {
  const { siteUrl, knownVersions, monitor, visits } = options;
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
      const isKnown = remote !== undefined && set?.remotes[remote]?.versions.some((candidate) => candidate.version === version);
      if (isKnown && hasCanaryNumber(request, visits)) monitor.countView(id, remote, version, getAddressKey(request.ip));
      return reply.code(204).send();
    },
  });
};

/**
 * `POST /reports`: faults that the host's script noticed in a browser, and the browser's own reports about violated policies (docs/contracts/operations.md).
 * `POST /reports/views`: pages that a browser has shown completely while a canary runs. Responses never reveal whether a remote or version exists.
 */
export const reportRoutes: FastifyPluginAsync<ReportsOptions> = async (app, options) => {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', cache: ADDRESSES_IN_MEMORY });
  app.addContentTypeParser([CSP_REPORT_TYPE, REPORTS_TYPE, 'text/plain'], { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  // A bad request is the sender's problem, so it is neither logged nor explained.
  app.setErrorHandler(async (_error, _request, reply) => {
    options.metrics.countReport('invalid');
    return reply.code(400).send();
  });
  const limits = createLimits(app);
  addReports(app, options, limits);
  addViews(app, options, limits);
};
