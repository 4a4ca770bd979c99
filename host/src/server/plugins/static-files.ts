import fastifyStatic from '@fastify/static';
import type { ReleaseStore } from '@site/releases/release-store';
import type { FastifyPluginAsync } from 'fastify';

interface StaticFilesOptions {
  /** The host's own browser build. */
  readonly assetsFolder: string;
  /** Icons and other files with fixed URLs. */
  readonly publicFolder: string;
  readonly store: Pick<ReleaseStore, 'findBrowserFolder'>;
}

const IMMUTABLE = { immutable: true, maxAge: '365d' };
const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;
const VERSION_NAME = /^[0-9A-Za-z][0-9A-Za-z.+-]*$/;

/** The files of the host's build below `/assets/`, those that the manifests of released remotes name below `/_mf/`, and the public folder at the root. */
export const staticFiles: FastifyPluginAsync<StaticFilesOptions> = async (app, { assetsFolder, publicFolder, store }) => {
  await app.register(fastifyStatic, { root: assetsFolder, prefix: '/assets/', preCompressed: true, ...IMMUTABLE });
  await app.register(fastifyStatic, { root: publicFolder, prefix: '/', decorateReply: false, wildcard: false, maxAge: '1d' });

  app.get<{ Params: { remote: string; version: string; '*': string } }>('/_mf/:remote/:version/*', async (request, reply) => {
    const { remote, version, '*': file } = request.params;
    reply.header('access-control-allow-origin', '*');
    const folder = REMOTE_NAME.test(remote) && VERSION_NAME.test(version) ? await store.findBrowserFolder(remote, version, file) : undefined;
    return folder === undefined ? reply.callNotFound() : reply.sendFile(file, folder, IMMUTABLE);
  });
  app.get('/_mf/*', async (_request, reply) => reply.callNotFound());
};
