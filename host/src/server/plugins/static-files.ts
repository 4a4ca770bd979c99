import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import { HOST_NAME } from '@site/releases/manifest';
import type { ReleaseStore } from '@site/releases/release-store';
import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { HostBuilds } from '../pages/host-builds.ts';
import { DOCUMENT_POLICY, getFilePolicy } from '../pages/security-policy.ts';

interface StaticFilesOptions {
  /** The host's own browser build. */
  readonly assetsFolder: string;
  /** Icons and other files with fixed URLs. */
  readonly publicFolder: string;
  readonly store: Pick<ReleaseStore, 'findBrowserFolder' | 'readBrowserFile'>;
  readonly hostBuilds: Pick<HostBuilds, 'find'>;
  /** Whether the origin with this Host header serves a remote's files. */
  readonly isServed?: (host: string | undefined, remote: string) => boolean;
}

interface ReleasedFile {
  readonly remote: string;
  readonly version: string;
  /** Relative to the browser folder of the version. */
  readonly file: string;
}

/** Size of the memory cache for the contents of release files. */
const CONTENTS_LIMIT_BYTES = 16 * 1024 * 1024;
const SUFFIXES: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

/** No range requests, because a file is verified as a whole. */
const IMMUTABLE_OPTIONS = { immutable: true, maxAge: '365d', acceptRanges: false };
/**
 * Number of missing files that an address may request in a minute. Above this number, the object store is no longer read for this address. Pages never name
 * missing files.
 */
const MISSES_PER_MINUTE = 60;
const ADDRESSES_IN_MEMORY = 10_000;
const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;
const VERSION_NAME = /^[0-9A-Za-z][0-9A-Za-z.+-]*$/;
const ASSET_NAME = /^\w[\w.-]*$/;

/** Headers of files that other sites may load: icons, the link-preview image, and the release files that developers' pages load. */
const SHARED_FILE = { 'cross-origin-resource-policy': 'cross-origin' };

/** Sends a file. Its policy stops an SVG that is opened directly from executing as a page; the page for a missing file has its own policy. */
const send = (reply: FastifyReply, file: string, folder: string | undefined) =>
  folder === undefined ? reply.callNotFound() : reply.header('content-security-policy', getFilePolicy(file)).sendFile(file, folder, IMMUTABLE_OPTIONS);

/**
 * Serves the files of the host's build, and of every other build of the host in the release store, below `/assets/`; the files that the manifests of released
 * remotes name below `/_mf/`; and the public folder at the root.
 */
export const staticFiles: FastifyPluginAsync<StaticFilesOptions> = async (app, { assetsFolder, publicFolder, store, hostBuilds, isServed = () => true }) => {
  await app.register(fastifyStatic, { root: assetsFolder, serve: false, preCompressed: true });
  await app.register(fastifyStatic, {
    root: publicFolder,
    prefix: '/',
    decorateReply: false,
    wildcard: false,
    maxAge: '1d',
    // Icons are too small for range requests.
    acceptRanges: false,
    setHeaders: (reply) => void reply.headers({ ...SHARED_FILE, 'content-security-policy': DOCUMENT_POLICY }),
  });

  /** False for files of other builds, and once a newer build has replaced this build's folder. */
  const isInThisBuild = (file: string): Promise<boolean> =>
    access(join(assetsFolder, file)).then(
      () => true,
      () => false,
    );

  /** Verified contents. They stay valid, because a version's name contains the hash of its files. */
  const contents = new LRUCache<string, Buffer>({ maxSize: CONTENTS_LIMIT_BYTES, sizeCalculation: ({ length }) => Math.max(length, 1) });
  const readContent = async (remote: string, version: string, file: string): Promise<Buffer | undefined> => {
    const key = `${remote}/${version}/${file}`;
    const content = contents.get(key) ?? (await store.readBrowserFile(remote, version, file));
    if (content !== undefined) contents.set(key, content);
    return content;
  };

  /** The release-store file served for a request. */
  const requested = new WeakMap<FastifyRequest, ReleasedFile>();
  /** Keeps the static server's headers, but replaces its stream with the verified bytes: the file may have changed between being checked and being opened. */
  const sendVerified: onSendAsyncHookHandler = async (request, reply, payload) => {
    const released = requested.get(request);
    if (released === undefined || !(payload instanceof Readable) || reply.statusCode !== 200) return payload;
    // The stream fails if the file is removed before it is opened. Without a listener, this error would crash the process.
    payload.on('error', () => undefined).destroy();
    const { remote, version, file } = released;
    const content = await readContent(remote, version, `${file}${SUFFIXES[String(reply.getHeader('content-encoding'))] ?? ''}`);
    if (content !== undefined) {
      reply.header('content-length', content.length);
      return content;
    }
    for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) reply.removeHeader(name);
    reply.code(404).header('cache-control', 'no-store');
    return '';
  };

  app.get<{ Params: { '*': string } }>('/assets/*', { onSend: sendVerified }, async (request, reply) => {
    const file = request.params['*'];
    if (!ASSET_NAME.test(file)) return reply.callNotFound();
    if (await isInThisBuild(file)) return send(reply, file, assetsFolder);
    const build = await hostBuilds.find(file);
    if (build !== undefined) requested.set(request, { remote: HOST_NAME, version: build.version, file });
    return send(reply, file, build?.folder);
  });

  const misses = new LRUCache<string, number>({ max: ADDRESSES_IN_MEMORY, ttl: 60_000 });
  /** A client above the limit gets only files on this host's disk. Other clients still get a new version that only the object store has. */
  const findFolder = async ({ ip }: FastifyRequest, { remote, version, file }: ReleasedFile): Promise<string | undefined> => {
    const client = getAddressKey(ip);
    const missCount = misses.get(client) ?? 0;
    // Counted before the result is known, so that concurrent requests count too.
    misses.set(client, missCount + 1, { noUpdateTTL: true });
    const folder = await store.findBrowserFolder(remote, version, file, missCount >= MISSES_PER_MINUTE);
    if (folder !== undefined) misses.set(client, (misses.get(client) ?? 1) - 1, { noUpdateTTL: true });
    return folder;
  };

  app.get<{ Params: { remote: string; version: string; '*': string } }>('/_mf/:remote/:version/*', { onSend: sendVerified }, async (request, reply) => {
    const { remote, version, '*': file } = request.params;
    reply.headers({ ...SHARED_FILE, 'access-control-allow-origin': '*' });
    const released = { remote, version, file };
    requested.set(request, released);
    const isValidRequest = REMOTE_NAME.test(remote) && VERSION_NAME.test(version) && isServed(request.headers.host, remote);
    const folder = isValidRequest ? await findFolder(request, released) : undefined;
    return send(reply, file, folder);
  });
  app.get('/_mf/*', async (_request, reply) => reply.callNotFound());
};
