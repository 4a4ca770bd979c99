import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createExport, importContent, summariseExport } from '@site/shared/contracts/transfer';
import type { FastifyInstance } from 'fastify';
import { LongList } from '../../database/page.ts';
import { createId } from '../../domain/ids.ts';
import type { Environment } from '../../settings/env.ts';
import { importContent as importArchive } from '../archive/import-content.ts';
import { readImportState } from '../archive/import-run.ts';
import { openArchive } from '../archive/read-archive.ts';
import { receiveArchive } from '../archive/receive-archive.ts';
import { checkExport, summarise, writeArchive } from '../archive/write-archive.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import { sendNotFound } from '../errors.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

/** Lifetime of a download URL, long enough for the download to start. Browsers download without session headers, so the URL itself is the credential. */
const LINK_LIFETIME_MS = 5 * 60 * 1000;
const FILES_PATH = '/api/transfer/files/';

/** Maximum unpacked size as a multiple of the ZIP's size. A low factor is enough, because images hardly compress. */
const UNPACKED_SIZE_FACTOR = 3;

export const mountTransfer = (
  app: FastifyInstance,
  mount: Mount,
  services: Services,
  kinds: StoredKinds,
  settings: Pick<Environment, 'dataDir' | 'importBytes'>,
): void => {
  const { exportTokens, now } = services;
  const { dataDir, importBytes } = settings;
  const folder = path.join(dataDir, 'imports');

  mount(summariseExport, () => summarise(services));

  mount(
    createExport,
    async () => {
      await checkExport(services, kinds, folder);
      const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS);
      return { path: `${FILES_PATH}${await exportTokens.issue(createId(), expiresAt)}`, expiresAt: expiresAt.toISOString() };
    },
    { audit: { category: 'change', action: 'content.export' } },
  );

  app.get<{ Params: { token: string } }>(`${FILES_PATH}:token`, { exposeHeadRoute: false }, async ({ params }, reply) => {
    if ((await exportTokens.read(params.token)) === null) return sendNotFound(reply);
    return reply
      .type('application/zip')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="content-${now().toISOString().slice(0, 10)}.zip"`)
      .send(writeArchive(services, kinds));
  });

  mount(
    importContent,
    async ({ query, staff, request, reply }) => {
      const file = await receiveArchive(request, { folder, maxBytes: importBytes });
      try {
        const archive = await openArchive(file, { maxBytes: importBytes * UNPACKED_SIZE_FACTOR });
        const release = async (): Promise<void> => {
          archive.close();
          await rm(file, { force: true });
        };
        const withdrawnImageIds = new Set((await services.erasures.list()).flatMap(({ imageIds }) => imageIds));
        const isCheckOnly = query.run === 'check';
        const onEnd = async (counts: Readonly<Record<string, number>>): Promise<void> => {
          await release();
          if (isCheckOnly) return;
          // Record the import however it ended.
          const facts = { ...counts, status: query.status };
          await services.audit.record({ category: 'change', action: 'content.import', actor: staff, subject: { kind: 'content' }, address: request.ip, facts });
        };
        const state = await readImportState(services.db);
        const run = { services, kinds, archive, staff, keepsStatus: query.status === 'kept', withdrawnImageIds, state };
        let hasImportStarted = false;
        // If the client has disconnected, the response is never read. The import then never starts and cannot delete the file itself.
        const onClose = (): void => {
          if (!hasImportStarted) release().catch((reason: unknown) => request.log.error({ err: reason }, 'the ZIP of an import was not deleted'));
        };
        if (reply.raw.closed) onClose();
        else reply.raw.once('close', onClose);
        return new LongList(() => {
          hasImportStarted = true;
          return importArchive(run, isCheckOnly, onEnd);
        });
      } catch (reason) {
        await rm(file, { force: true });
        throw reason;
      }
    },
    // The import is recorded with its counts when it ends.
    { audit: null, readsFormItself: true },
  );
};
