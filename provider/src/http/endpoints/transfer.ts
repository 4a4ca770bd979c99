import { createExport, summariseExport } from '@site/shared/contracts/transfer';
import type { FastifyInstance } from 'fastify';
import { createId } from '../../domain/ids.ts';
import { type DocumentKinds, summarise, writeArchive } from '../archive/write-archive.ts';
import { sendNotFound } from '../errors.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

/** A browser downloads without the headers of a session: the address is its proof, for as long as it takes to begin. */
const LINK_MS = 5 * 60 * 1000;
const FILES = '/api/transfer/files/';

/** Content and media as one ZIP. For administrators. */
export const mountTransfer = (app: FastifyInstance, mount: Mount, services: Services, kinds: DocumentKinds): void => {
  const { exportTokens, now } = services;

  mount(summariseExport, () => summarise(services));

  mount(
    createExport,
    async () => {
      const expiresAt = new Date(now().getTime() + LINK_MS);
      return { path: `${FILES}${await exportTokens.issue(createId(), expiresAt)}`, expiresAt: expiresAt.toISOString() };
    },
    { audit: { category: 'change', action: 'content.export' } },
  );

  app.get<{ Params: { token: string } }>(`${FILES}:token`, { exposeHeadRoute: false }, async ({ params }, reply) => {
    if ((await exportTokens.read(params.token)) === null) return sendNotFound(reply);
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="content-${now().toISOString().slice(0, 10)}.zip"`)
      .send(writeArchive(services, kinds));
  });
};
