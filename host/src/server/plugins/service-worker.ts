import type { SiteConfig } from '@site/shared/contracts/site';
import type { FastifyPluginAsync } from 'fastify';
import type { CopySigner } from '../../features/offline/copy-signer.server.ts';
import { createOfflinePage } from '../../features/offline/offline-page.server.ts';
import { createWorkerScript, UNREGISTERING_SCRIPT } from '../../features/offline/service-worker.server.ts';
import { WORKER_PATH } from '../../features/offline/worker-path.ts';
import { compressResponse } from '../pages/compress-response.ts';
import { PLAIN_HEAD_SCRIPT } from '../pages/document.ts';
import { createEtag, isNotModified } from '../pages/page-response.ts';
import { createSavedPagePolicy } from '../pages/security-policy.ts';
import type { ActiveSetSource } from '../remotes/active-set.ts';

interface ServiceWorkerOptions {
  readonly site: Pick<SiteConfig, 'organisationName' | 'telephone' | 'emergencyTelephone' | 'helplines' | 'volunteerFormUrl'>;
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  readonly hasWorker: boolean;
  readonly signer: Pick<CopySigner, 'publicKey' | 'getEdition'>;
}

/** Browsers request the worker again on every visit, which delivers a new release set, another offline page, or a script that removes the worker. */
export const serviceWorkerRoutes: FastifyPluginAsync<ServiceWorkerOptions> = async (app, { site, activeSet, hasWorker, signer }) => {
  const offlinePage = createOfflinePage(site, PLAIN_HEAD_SCRIPT);
  const savedPagePolicy = createSavedPagePolicy(PLAIN_HEAD_SCRIPT);
  // Only a path of this site: another service receives no idempotency key, and would store a form twice.
  const formPath = site.volunteerFormUrl.startsWith('/') ? site.volunteerFormUrl : undefined;
  app.get(WORKER_PATH, async (request, reply) => {
    const { remotes, browserSet } = activeSet.current();
    const privatePaths = [...remotes.values()].flatMap(({ release, bundle }) => (release.isPrivate ? bundle.paths : []));
    const { publicKey } = signer;
    const edition = signer.getEdition(browserSet.id);
    const script = hasWorker ? createWorkerScript({ edition, publicKey, offlinePage, savedPagePolicy, privatePaths, formPath }) : UNREGISTERING_SCRIPT;
    const validators = { etag: createEtag(script) };
    reply.headers({ ...validators, 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'", vary: 'accept-encoding' });
    if (isNotModified(request, validators)) return reply.code(304).send();
    const { method, headers: requestHeaders } = request;
    const headers = { 'content-type': 'text/javascript; charset=utf-8' };
    const sent = await compressResponse({ method, path: WORKER_PATH, requestHeaders, statusCode: 200, headers, body: Buffer.from(script) });
    return reply.headers(sent.headers).send(sent.body);
  });
};
