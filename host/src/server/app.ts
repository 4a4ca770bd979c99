import { join } from 'node:path';
import fastifyHttpProxy from '@fastify/http-proxy';
import fastifyStatic from '@fastify/static';
import { createReleaseStore } from '@site/releases/release-store';
import type { SiteConfig } from '@site/shared/contracts/site';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { createActiveSet } from './active-set.ts';
import { createContentRevision } from './content-revision.ts';
import { formPosts } from './form-posts.ts';
import { readHostAssets } from './host-assets.ts';
import { acceptedEncoding, isUnchanged } from './negotiation.ts';
import { HTML_TYPE, type SentPage } from './page-cache.ts';
import { createPageSource } from './page-source.ts';
import { createPageViews } from './page-views.ts';
import type { ServerBundle } from './remote-modules.ts';
import { createRenderPool } from './render-pool.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createSitemap, robotsTxt } from './sitemap.ts';
import { watchUnusedConnections } from './unused-connections.ts';

export interface HostOptions {
  readonly site: SiteConfig;
  readonly providerUrl: string;
  readonly dataFolder: string;
  /** Where the host's own browser build stands. */
  readonly assetsFolder: string;
  readonly publicFolder: string;
  readonly logLevel: string;
  /** Whose word on a visitor's address is believed: false, or addresses and ranges of the proxies in front. */
  readonly trustProxy?: false | string;
  /** See `PageData`: for `npm run dev` alone. */
  readonly reloadsPages?: boolean;
}

const HEADERS_LIMIT_MS = 10_000;
/** A large picture over a slow network takes minutes; a silent connection ends long before. */
const REQUEST_LIMIT_MS = 600_000;
const CONNECTION_LIMIT_MS = 75_000;
const BODY_LIMIT_BYTES = 64 * 1024;
const SHARED_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=30, stale-if-error=86400';
const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;
const VERSION_NAME = /^[0-9A-Za-z][0-9A-Za-z.+-]*$/;

const reasonOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** What a visitor sees when the shell itself cannot be rendered (ERR-05). */
const BARE_ERROR_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Unexpected Application Error!</title><h1>Unexpected Application Error!</h1><p>Please try again in a moment.</p></html>';

/** Builds the host's server without listening. Close it to end its workers and its watch over the registry. */
export const buildHost = async ({
  site,
  providerUrl,
  dataFolder,
  assetsFolder,
  publicFolder,
  logLevel,
  trustProxy = false,
  reloadsPages = false,
}: HostOptions): Promise<FastifyInstance> => {
  const app = fastify({
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_LIMIT_MS,
    connectionTimeout: CONNECTION_LIMIT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    http: { headersTimeout: HEADERS_LIMIT_MS },
    trustProxy,
    frameworkErrors: (_error, _request, reply) => {
      // An address that cannot be decoded belongs to no page.
      reply.raw.writeHead(404, { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }).end('Page Not Found');
    },
  });
  const releasesFolder = join(dataFolder, 'releases');
  const store = createReleaseStore(releasesFolder);
  const assets = await readHostAssets(assetsFolder);
  const pool = createRenderPool();
  const activeSet = createActiveSet({ store, releasesFolder, buildId: assets.buildId, probe: pool.probe, log: app.log });
  await activeSet.start();

  const unused = watchUnusedConnections(app.server);
  app.addHook('preClose', async () => unused.close());
  app.addHook('onClose', async () => {
    activeSet.stop();
    await pool.close();
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });

  for (const prefix of ['/api', '/img']) {
    await app.register(fastifyHttpProxy, {
      upstream: providerUrl,
      prefix,
      rewritePrefix: prefix,
      replyOptions: {
        // The provider throttles by visitor, and must not believe what a visitor says of himself.
        // `Expect` is answered by this server itself; the client behind the proxy would refuse to send it on.
        rewriteRequestHeaders: (request, { expect: _answered, ...headers }) => ({ ...headers, 'x-forwarded-for': request.ip }),
        onError: (reply) => {
          // The words are the spec's own for a call that nothing answered (ERR-01).
          reply.code(503).send({ message: 'An error occurred' });
        },
      },
    });
  }
  await app.register(fastifyStatic, { root: assetsFolder, prefix: '/assets/', preCompressed: true, immutable: true, maxAge: '365d' });

  app.get<{ Params: { remote: string; version: string; '*': string } }>('/_mf/:remote/:version/*', async (request, reply) => {
    const { remote, version, '*': file } = request.params;
    reply.header('access-control-allow-origin', '*');
    if (!REMOTE_NAME.test(remote) || !VERSION_NAME.test(version)) return reply.callNotFound();
    return reply.sendFile(file, store.browserFolder(remote, version), { immutable: true, maxAge: '365d' });
  });
  await app.register(fastifyStatic, { root: publicFolder, decorateReply: false, wildcard: false, maxAge: '1d', prefix: '/' });

  const countView = createPageViews(providerUrl);
  const contentRevision = createContentRevision(providerUrl);
  const { getPage, postForm } = createPageSource({
    site,
    providerUrl,
    assets,
    activeSet,
    contentRevision,
    pool,
    log: app.log,
    reloadsPages,
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: SentPage) => {
    if (page.location !== undefined) return reply.redirect(page.location, page.status);
    reply.header('content-type', page.contentType).header('vary', 'accept-encoding').header('content-security-policy', page.contentSecurityPolicy);
    reply.header('cache-control', page.reuse === 'no' ? 'no-store' : SHARED_CACHE);
    if (page.reuse !== 'no') {
      reply.header('etag', page.etag);
      // A change of this very second has its own second yet to come.
      if (page.since * 1000 <= Date.now()) reply.header('last-modified', new Date(page.since * 1000).toUTCString());
      if (isUnchanged(request.headers, page)) return reply.code(304).send();
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.code(page.status).send(await page.body(encoding));
  };

  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', query] = request.url.split('?', 2);
    const search = query === undefined ? '' : `?${query}`;
    if (path.length > 1 && path.endsWith('/')) return reply.redirect(`${path.replace(/[/\\]+$/, '').replace(/^[/\\]*/, '/')}${search}`, 308);

    const page = await getPage(path, search);
    if (request.method === 'GET' && page.status === 200 && page.reuse !== 'no' && page.contentType === HTML_TYPE) countView(path);
    return sendPage(request, reply, page);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const isFile = /^\/(?:_mf|assets)\//.test(request.url);
    if (isFile) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Method not allowed');
    return answerPage(request, reply);
  });

  app.setErrorHandler(async (error, request, reply) => {
    request.log.error({ path: request.url, reason: reasonOf(error) }, 'request failed');
    const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(BARE_ERROR_PAGE);
  });

  await app.register(formPosts({ siteUrl: site.siteUrl, postForm, sendPage }));

  const addressesOf = (bundle: ServerBundle) => pool.addresses({ bundle, site, providerUrl });
  const getSitemap = createSitemap({ siteUrl: site.siteUrl, activeSet, contentRevision, addressesOf, log: app.log });
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .header('cache-control', SHARED_CACHE)
      .type('application/xml; charset=utf-8')
      .send(await getSitemap()),
  );
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robotsTxt(site.siteUrl)));

  // For pages whose remote could not be loaded: the versions of this moment, should they have changed since the page came.
  app.get('/release-set.json', async (_request, reply) => reply.header('cache-control', 'no-store').send(activeSet.current().browserSet));
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const { browserSet, remotes, unavailable } = activeSet.current();
    const isReady = remotes.size > 0;
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'nothing released yet',
      set: browserSet.id,
      remotes: Object.fromEntries(
        [...remotes].map(([name, { release, refused }]) => [name, { version: release.version, ...(refused === undefined ? {} : { refused }) }]),
      ),
      unavailable: Object.fromEntries(unavailable),
    });
  });
  return app;
};
