import type { ReleaseStore } from '@site/releases/release-store';
import { getMe } from '@site/shared/contracts/auth';
import { getSiteParts, type SitePart, type SiteParts } from '@site/shared/contracts/site-part';
import { PRODUCT_VERSION } from '@site/shared/domain/product-version';
import { hasRole } from '@site/shared/domain/roles';
import { getTraceHeaders } from '@site/shared/domain/trace-context';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import type { FaultRecorder, VersionFaults } from '../monitoring/faults.ts';
import type { ActiveSet, ActiveSetSource } from '../remotes/active-set.ts';
import type { KnownVersions } from '../remotes/known-versions.ts';

interface SitePartsOptions {
  readonly providerUrl: string;
  readonly buildId: string;
  readonly activeSet: Pick<ActiveSetSource, 'current' | 'canaries'>;
  readonly store: Pick<ReleaseStore, 'readRegistry'>;
  readonly knownVersions: Pick<KnownVersions, 'getActiveSince'>;
  readonly faults: Pick<FaultRecorder, 'list'>;
  readonly monitor: Pick<CanaryMonitor, 'getTally'>;
}

const RECENT_LIMIT = 10;
const PROVIDER_TIMEOUT_MS = 5000;

const toIso = (ms: number): string => new Date(ms).toISOString();

/** The faults of all versions of one part, including old versions, which open pages still run. */
const getFaults = (all: readonly VersionFaults[], name: string): Pick<SitePart, 'faults' | 'recent'> => {
  const versions = all.filter(({ remote }) => remote === name);
  return {
    faults: versions.flatMap(({ version, counts }) => counts.filter(({ lastDay }) => lastDay > 0).map((count) => ({ version, ...count }))),
    recent: versions
      .flatMap(({ version, recent }) => recent.map(({ kind, message, path = '', at, count }) => ({ version, kind, message, path, at, count })))
      .sort((a, b) => b.at - a.at)
      .slice(0, RECENT_LIMIT)
      .map((fault) => ({ ...fault, at: toIso(fault.at) })),
  };
};

const getState = ({ remotes, unavailable }: ActiveSet, name: string): Pick<SitePart, 'state' | 'version' | 'problem'> => {
  const remote = remotes.get(name);
  if (remote === undefined) return { state: 'unavailable', version: null, problem: unavailable.get(name) ?? null };
  const { release, rejected = null } = remote;
  return { state: rejected === null ? 'active' : 'fallback', version: release.version, problem: rejected };
};

const getCanary = (name: string, { activeSet, monitor }: SitePartsOptions): Pick<SitePart, 'canary'> => {
  const running = activeSet.canaries().find(({ remote }) => remote === name);
  if (running === undefined) return {};
  const { version, share, since } = running.canary;
  const { views, failedRenders, browserFaults } = monitor.getTally(name);
  return { canary: { version, share, since, views, faults: failedRenders + browserFaults, problem: running.problem ?? null } };
};

const getParts = async (options: SitePartsOptions, startedAt: number): Promise<SiteParts> => {
  const { buildId, activeSet, store, knownVersions, faults } = options;
  const set = activeSet.current();
  const { registry } = set;
  const allFaults = faults.list();
  const entries = (await store.readRegistry()).remotes;
  const shell: SitePart = {
    name: 'host',
    paths: [],
    state: 'active',
    version: buildId,
    activeSince: toIso(startedAt),
    lastGood: null,
    problem: null,
    bad: [],
    ...getFaults(allFaults, 'host'),
  };
  const remotes = Object.entries(set.browserSet.remotes).map(([name, { paths, versions }]): SitePart => {
    const since = knownVersions.getActiveSince(name);
    return {
      name,
      paths: [...paths],
      ...getState(set, name),
      activeSince: since === undefined ? null : toIso(since),
      lastGood: versions[1]?.version ?? null,
      bad: entries[name]?.bad ?? [],
      ...getCanary(name, options),
      ...getFaults(allFaults, name),
    };
  });
  return {
    version: PRODUCT_VERSION,
    set: set.browserSet.id,
    countedSince: toIso(startedAt),
    registryProblem: registry.state === 'current' ? null : (registry.reason ?? registry.state),
    parts: [shell, ...remotes],
  };
};

interface Rejection {
  readonly status: 401 | 403 | 503;
  readonly message: string;
}

const UNAUTHORIZED: Rejection = { status: 401, message: 'Unauthorized' };
const UNKNOWN_CALLER: Rejection = { status: 503, message: 'An error occurred' };

/** Asks the provider who the caller is. Returns undefined for administrators. */
const findRejection = async (request: FastifyRequest, providerUrl: string): Promise<Rejection | undefined> => {
  // The provider also checks the cookie of a bound session.
  const {
    headers: { authorization, cookie },
    trace,
  } = request;
  if (authorization === undefined) return UNAUTHORIZED;
  try {
    const response = await fetch(new URL(`/api${getMe.path}`, providerUrl), {
      headers: {
        authorization,
        accept: 'application/json',
        'x-forwarded-for': request.ip,
        ...(cookie === undefined ? {} : { cookie }),
        ...(trace === undefined ? {} : getTraceHeaders(trace)),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    // After a 401, the client renews the session.
    if (response.status === 401) return UNAUTHORIZED;
    if (!response.ok) return UNKNOWN_CALLER;
    const { user } = v.parse(getMe.response, await response.json());
    return hasRole(user.role, 'admin') ? undefined : { status: 403, message: 'Forbidden' };
  } catch (error) {
    request.log.warn({ reason: String(error) }, "could not verify the caller's role");
    return UNKNOWN_CALLER;
  }
};

/** `GET /api/site/parts`, before the proxy: what this host serves, and the faults that it knows of. For administrators, who sign in at the provider. */
export const sitePartRoutes: FastifyPluginAsync<SitePartsOptions> = async (app, options) => {
  const startedAt = Date.now();
  app.get(`/api${getSiteParts.path}`, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const rejection = await findRejection(request, options.providerUrl);
    if (rejection !== undefined) return reply.code(rejection.status).send({ message: rejection.message });
    return { data: await getParts(options, startedAt) };
  });
};
