import { timingSafeEqual } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import { PRODUCT_VERSION } from '@site/shared/domain/product-version';
import { SUPPORTED_CONTRACT_VERSIONS } from '@site/shared/remote/remote-contract';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { formatHelplines } from '../../features/help/helplines.ts';
import { getSiteDataUrl } from '../../federation/page-data.ts';
import type { Isolation } from '../isolation/launcher.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { HostAssets } from '../pages/host-assets.ts';
import { selectEncoding } from '../pages/page-response.ts';
import type { PageSource } from '../pages/page-source.ts';
import { createRobotsTxt } from '../pages/sitemap.ts';
import type { ActiveRemote, ActiveSetSource } from '../remotes/active-set.ts';
import type { ContentRevision } from '../upstream/content-revision.ts';
import { createSecurityTxt } from './security-txt.ts';
import type { GetVisit } from './visit.ts';

interface OperationsOptions {
  readonly site: Pick<SiteConfig, 'siteUrl' | 'organisationName' | 'emergencyTelephone' | 'helplines' | 'email' | 'securityContact' | 'securityPolicy'>;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly metrics: Pick<Metrics, 'getText' | 'contentType'>;
  readonly isolation: Isolation;
  readonly isDraining: () => boolean;
  readonly getOutage: ContentRevision['getOutage'];
  readonly getVisit: GetVisit;
  readonly getSiteDocument: PageSource['getSiteDocument'];
  readonly assets: Pick<HostAssets, 'startScript' | 'development'>;
  /** `/metrics` does not exist without a token. */
  readonly metricsToken?: string | undefined;
}

/** Compares tokens of the same length in constant time. */
const isBearer = (header: string | undefined, token: string): boolean => {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const FORWARDING_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Whether a request comes from this machine, without a reverse proxy in between. */
const isDirect = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && FORWARDING_HEADERS.every((name) => headers[name] === undefined);

/** The body of `/ready`. Reasons can contain paths and addresses of the machine, so only the machine's owner sees them. */
const describeReadiness = ({ activeSet, isDraining, getOutage, isolation }: OperationsOptions, isOwner: boolean) => {
  const { browserSet, remotes, unavailable, registry } = activeSet.current();
  const { reason, ...state } = registry;
  const outage = getOutage();
  const describeRemote = ({ release: { version, contract }, rejected }: ActiveRemote) => ({
    version,
    contract,
    ...(rejected === undefined ? {} : { refused: isOwner ? rejected : true }),
  });
  return {
    status: isDraining() ? 'draining' : remotes.size === 0 ? 'nothing released yet' : 'ready',
    set: browserSet.id,
    // The host can serve cached pages without the provider, so it stays ready.
    provider:
      outage === undefined
        ? { state: 'reachable' }
        : { state: 'unreachable', since: new Date(outage.since).toISOString(), ...(isOwner ? { reason: outage.reason } : {}) },
    registry: isOwner && reason !== undefined ? { ...state, reason } : state,
    remotes: Object.fromEntries([...remotes].map(([name, remote]) => [name, describeRemote(remote)])),
    unavailable: Object.fromEntries([...unavailable].map(([name, problem]) => [name, isOwner ? problem : true])),
    ...(isOwner ? { isolation } : {}),
  };
};

/** Adds the text files for search engines and people. */
const addTexts = (app: FastifyInstance, { site, activeSet }: OperationsOptions): void => {
  const [securityTxt, helplines] = [createSecurityTxt(site, new Date()), formatHelplines(site)];
  const add = (url: string, getText: () => string) => app.get(url, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(getText()));
  add('/robots.txt', () => {
    const privatePaths = [...activeSet.current().remotes.values()].flatMap(({ release, bundle }) => (release.isPrivate ? bundle.paths : []));
    return createRobotsTxt(site.siteUrl, privatePaths);
  });
  add('/.well-known/security.txt', () => securityTxt);
  add('/helplines.txt', () => helplines);
};

/** Adds the endpoints for the host's script. */
const addPageData = (app: FastifyInstance, { getVisit, getSiteDocument, assets }: OperationsOptions): void => {
  // For pages that could not load their remote: the visitor's current versions, which may have changed since the page was sent.
  app.get('/release-set.json', async (request, reply) => {
    const { visit } = await getVisit(request, reply);
    return reply.header('cache-control', 'no-store').send(visit.set.browserSet);
  });

  // The data that pages leave out. A page from another host, or from before a release, gets the newest data.
  app.get<{ Params: { file: string } }>('/site-data/:file', async (request, reply) => {
    const { visit, audience } = await getVisit(request, reply);
    const { id, getBody } = getSiteDocument(visit.set.browserSet);
    const isRequestedData = audience !== 'preview' && getSiteDataUrl(id) === `/site-data/${request.params.file}`;
    const encoding = selectEncoding(request.headers);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .header('vary', 'accept-encoding')
      .header('cache-control', isRequestedData ? `${audience === 'everyone' ? 'public' : 'private'}, max-age=31536000, immutable` : 'no-store')
      .type('application/json; charset=utf-8')
      .send(await getBody(encoding));
  });

  // For developers' proxies (docs/contracts/development.md).
  const { startScript, development } = assets;
  if (development !== undefined)
    app.get('/development.json', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ contracts: SUPPORTED_CONTRACT_VERSIONS, script: development, replaces: startScript }),
    );
};

/** Adds the endpoints for load balancers and monitoring. */
const addStatusRoutes = (app: FastifyInstance, options: OperationsOptions): void => {
  const { metrics, metricsToken } = options;
  app.get('/health', async () => ({ status: 'ok', version: PRODUCT_VERSION }));
  app.get('/ready', async (request, reply) => {
    const isOwner = isDirect(request) || (metricsToken !== undefined && isBearer(request.headers.authorization, metricsToken));
    const readiness = describeReadiness(options, isOwner);
    return reply
      .code(readiness.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
  if (metricsToken === undefined) return;
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isBearer(request.headers.authorization, metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Unauthorized');
    return reply.type(metrics.contentType).send(await metrics.getText());
  });
};

/** Endpoints for search engines, load balancers and the host's script. */
export const operationsRoutes: FastifyPluginAsync<OperationsOptions> = async (app, options) => {
  addTexts(app, options);
  addPageData(app, options);
  addStatusRoutes(app, options);
};
