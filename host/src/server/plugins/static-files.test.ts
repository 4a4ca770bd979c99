/** @jest-environment node */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createReleaseStore } from '@site/releases/release-store';
import fastify, { type FastifyInstance } from 'fastify';
import { createHostBuilds } from '../pages/host-builds.ts';
import { staticFiles } from './static-files.ts';

let folder: string;
let versionFolder: string;
let address: string;
let app: FastifyInstance;
let store: ReturnType<typeof createReleaseStore>;
/** Runs after a file has been found and before it is opened. */
let beforeOpen: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'));
  for (const path of ['dist/browser', 'dist/server', 'assets', 'public']) mkdirSync(join(folder, path), { recursive: true });
  const build = { contract: 2, entry: 'entry.js', chunks: {}, paths: ['/gallery'], isPrivate: false };
  writeFileSync(join(folder, 'dist/browser/build.json'), JSON.stringify(build));
  for (const file of ['browser/entry.js', 'browser/entry.js.br', 'browser/entry.js.gz', 'browser/plain.js', 'server/routes.cjs'])
    writeFileSync(join(folder, 'dist', file), file);
  writeFileSync(join(folder, 'secret'), 'secret');
  writeFileSync(join(folder, 'assets/main.1.js'), 'own');
  mkdirSync(join(folder, 'other/browser'), { recursive: true });
  for (const name of ['main.1.js', 'main.2.js', 'main.2.js.br']) writeFileSync(join(folder, 'other/browser', name), 'other');
  writeFileSync(join(folder, 'other/browser/build.json'), JSON.stringify({ ...build, entry: 'main.1.js', paths: [] }));
  store = createReleaseStore(join(folder, 'releases'));
  const { version } = await store.publish('gallery', '1.0.0', join(folder, 'dist'));
  versionFolder = join(folder, 'releases/gallery', version);
  address = `/_mf/gallery/${version}/`;
  app = fastify();
  beforeOpen = () => undefined;
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    beforeOpen();
    done();
  });
  const hostBuilds = createHostBuilds({ store, distFolder: join(folder, 'other'), log: app.log, intervalMs: 0 });
  await hostBuilds.publish();
  await app.register(staticFiles, { assetsFolder: join(folder, 'assets'), publicFolder: join(folder, 'public'), store, hostBuilds });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (file: string, encoding = 'identity') => {
  const { statusCode, body } = await app.inject({ url: `${address}${file}`, headers: { 'accept-encoding': encoding } });
  return statusCode === 200 ? body : statusCode;
};
const getReleasePath = (file: string): string => join(versionFolder, 'browser', file);

describe('static files of releases', () => {
  it('are those that the manifest names, compressed if the browser accepts it', async () => {
    expect(await get('entry.js')).toBe('browser/entry.js');
    expect(await get('entry.js', 'br')).toBe('browser/entry.js.br');
    expect(await get('entry.js', 'gzip')).toBe('browser/entry.js.gz');
    expect(await get('plain.js', 'br')).toBe('browser/plain.js');
    expect(await get('nothing.js')).toBe(404);
  });

  it('SEC-11 come only from the disk for a client that has requested many missing files, but not for others', async () => {
    const { findBrowserFolder } = store;
    const findFolderSpy = jest.fn(findBrowserFolder);
    store.findBrowserFolder = findFolderSpy;
    const ask = async (remoteAddress: string, url: string) => (await app.inject({ url, remoteAddress })).statusCode;
    for (let index = 0; index < 70; index += 1) await ask('203.0.113.7', `/_mf/gallery/9.9.${index}/entry.js`);
    await ask('203.0.113.8', '/_mf/gallery/9.9.100/entry.js');
    store.findBrowserFolder = findBrowserFolder;

    expect(findFolderSpy.mock.calls.map(([, , , isOnDisk]) => isOnDisk)).toEqual([...Array(60).fill(false), ...Array(10).fill(true), false]);
    expect(await ask('203.0.113.7', `${address}entry.js`)).toBe(200);
  });

  it('REL-04 exclude files that the manifest does not name', async () => {
    writeFileSync(getReleasePath('added.js'), 'added');
    writeFileSync(getReleasePath('plain.js.br'), 'added');

    expect(await get('added.js')).toBe(404);
    expect(await get('plain.js', 'br')).toBe(404);
    for (const file of ['../release.json', '..%2frelease.json', '%2e%2e/server/routes.cjs', '../server/routes.cjs'])
      expect([403, 404]).toContain(await get(file));
  });

  it.each(['entry.js', 'entry.js.br'])('REL-04 exclude %s if it is a link', async (file) => {
    rmSync(getReleasePath(file));
    symlinkSync(join(folder, 'secret'), getReleasePath(file));

    expect(await get('entry.js', 'br')).toBe(404);
  });

  it('REL-04 exclude files in a folder that is a link', async () => {
    renameSync(join(versionFolder, 'browser'), join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(versionFolder, 'browser'));

    expect(await get('entry.js')).toBe(404);
  });

  it.each(['entry.js', 'entry.js.br'])('RLS-05 exclude %s once its bytes have changed, even with the old timestamps', async (file) => {
    expect(await get('entry.js', 'br')).toBe('browser/entry.js.br');
    const { atime, mtime } = statSync(getReleasePath(file));
    writeFileSync(getReleasePath(file), `brows3r/${file}`);
    utimesSync(getReleasePath(file), atime, mtime);

    expect(await get('entry.js', 'br')).toBe(404);
  });

  it.each(['identity', 'br'])('RLS-05 are the verified bytes even if the file changes after it was verified (%s)', async (encoding) => {
    const file = encoding === 'br' ? 'entry.js.br' : 'entry.js';
    const { findBrowserFolder } = store;
    store.findBrowserFolder = async (...names) => {
      const found = await findBrowserFolder(...names);
      for (const name of ['entry.js', 'entry.js.br']) writeFileSync(getReleasePath(name), 'foreign');
      return found;
    };
    expect(await get('entry.js', encoding)).toBe(404);

    for (const name of ['entry.js', 'entry.js.br']) writeFileSync(getReleasePath(name), `browser/${name}`);
    store.findBrowserFolder = findBrowserFolder;
    expect(await get('entry.js', encoding)).toBe(`browser/${file}`);
    const { headers } = await app.inject({ url: `${address}entry.js`, headers: { 'accept-encoding': encoding, range: 'bytes=0-1' } });
    expect(headers).toMatchObject({ 'content-length': String(`browser/${file}`.length), 'content-type': expect.stringContaining('javascript') });
  });

  it('NS-10 are missing, without stopping the process, if they are removed before they are opened', async () => {
    const faults: Error[] = [];
    const onFault = (error: Error) => faults.push(error);
    process.on('uncaughtException', onFault);
    beforeOpen = () => rmSync(versionFolder, { recursive: true, force: true });
    expect(await get('entry.js')).toBe(404);
    await setTimeout(50);
    process.off('uncaughtException', onFault);
    expect(faults).toEqual([]);
  });

  it('RLS-05 have a policy that stops images from executing as pages', async () => {
    for (const url of [`${address}entry.js`, '/assets/main.1.js']) {
      const { headers } = await app.inject(url);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('NS-05 have a policy that lets workers load only scripts of this site, and sandboxes all other files', async () => {
    const getPolicy = async (file: string) => {
      writeFileSync(join(folder, 'assets', file), 'own');
      return (await app.inject(`/assets/${file}`)).headers['content-security-policy'];
    };

    const worker = await getPolicy('heic-worker.0a1b2c3d.js');
    expect(worker).toContain("default-src 'none'; script-src 'self';");
    expect(worker).not.toMatch(/connect-src|sandbox/);
    // Releases from before 27 November 2026 have eight-digit hashes.
    expect(await getPolicy('heic-worker.0a1b.js')).toBe(worker);
    for (const file of ['heic-worker.js', 'worker.0a1b2c3d.js', 'heic-worker.0a1b2c3d.js.svg']) expect(await getPolicy(file)).toContain('sandbox');
  });

  it('are served again once a missing manifest is restored', async () => {
    renameSync(join(versionFolder, 'release.json'), join(folder, 'release.json'));
    expect(await get('entry.js')).toBe(404);
    renameSync(join(folder, 'release.json'), join(versionFolder, 'release.json'));
    expect(await get('entry.js')).toBe('browser/entry.js');
  });
});

describe('RLS-10 assets of the host', () => {
  const getAsset = async (file: string) => {
    const { statusCode, body, headers } = await app.inject(`/assets/${file}`);
    return statusCode === 200 ? [body, headers['cache-control']] : statusCode;
  };

  it('come from this build and every other build in the store, and are cached permanently', async () => {
    expect(await getAsset('main.1.js')).toEqual(['own', 'public, max-age=31536000, immutable']);
    expect(await getAsset('main.2.js')).toEqual(['other', 'public, max-age=31536000, immutable']);
    for (const file of ['main.3.js', '', '.hidden', '../secret', '..%2fsecret', 'folder/main.1.js']) expect([file, await getAsset(file)]).toEqual([file, 404]);
  });

  it.each(['identity', 'br'])('RLS-05 of other builds are the verified bytes even if the file changes after it was verified (%s)', async (encoding) => {
    const { version = '' } = (await store.listReleases('host'))[0] ?? {};
    const { findBrowserFolder } = store;
    store.findBrowserFolder = async (...names) => {
      const found = await findBrowserFolder(...names);
      for (const name of ['main.2.js', 'main.2.js.br']) writeFileSync(join(folder, 'releases/host', version, 'browser', name), 'foreign');
      return found;
    };
    const { statusCode, headers, body } = await app.inject({ url: '/assets/main.2.js', headers: { 'accept-encoding': encoding } });
    expect([statusCode, headers['cache-control'], body]).toEqual([404, 'no-store', '']);

    for (const name of ['main.2.js', 'main.2.js.br']) writeFileSync(join(folder, 'releases/host', version, 'browser', name), 'other');
    store.findBrowserFolder = findBrowserFolder;
    expect(await getAsset('main.2.js')).toEqual(['other', 'public, max-age=31536000, immutable']);
  });

  it('are found in the store if the folder has been rebuilt in place', async () => {
    rmSync(join(folder, 'assets/main.1.js'));
    expect(await getAsset('main.1.js')).toEqual(['other', 'public, max-age=31536000, immutable']);
  });
});
