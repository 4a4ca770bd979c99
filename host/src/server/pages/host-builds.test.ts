/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReleaseStore } from '@site/releases/release-store';
import { readHostAssets } from './host-assets.ts';
import { createHostBuilds } from './host-builds.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const build = (name: string): string => {
  const dist = join(folder, name);
  mkdirSync(join(dist, 'browser'), { recursive: true });
  const chunks = { main: { js: [`main.${name}.js`], css: ['main.0.css'] } };
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 2, entry: `main.${name}.js`, chunks, paths: [], isPrivate: false }));
  for (const file of [`main.${name}.js`, `recovery.${name}.js`, 'main.0.css']) writeFileSync(join(dist, 'browser', file), `${file} of ${name}`);
  return dist;
};
const store = () => createReleaseStore(join(folder, 'releases'));
const log = { error: jest.fn() };
const open = (distFolder: string) => createHostBuilds({ store: store(), distFolder, log, intervalMs: 0 });

describe('RLS-10 builds of the host in the release store', () => {
  it('are added by each host when it starts, and every host finds the files of all builds', async () => {
    const [one, two] = [open(build('one')), open(build('two'))];
    await one.publish();
    expect(await two.find('recovery.one.js')).toBeDefined();
    expect(await one.find('main.two.js')).toBeUndefined();

    await two.publish();
    const { folder: found = '' } = (await one.find('main.two.js')) ?? {};
    expect(readFileSync(join(found, 'main.two.js'), 'utf8')).toBe('main.two.js of two');
    expect(found).toContain(`releases/host/${(await readHostAssets(join(folder, 'two'))).buildId}/`);
    for (const file of ['main.three.js', 'release.json', '../release.json']) expect(await one.find(file)).toBeUndefined();
  });

  it('are published once, however many hosts start with the same build, and again after a file was damaged', async () => {
    const dist = build('one');
    await Promise.all([open(dist), open(dist), open(dist)].map((builds) => builds.publish()));
    const releases = await store().listReleases('host');
    expect([releases.length, log.error.mock.calls]).toEqual([1, []]);

    const { version = '' } = releases[0] ?? {};
    writeFileSync(join(folder, 'releases/host', version, 'browser/main.one.js'), 'damaged');
    await expect(store().readCompleteRelease('host', version)).rejects.toThrow('is not the published file');
    await open(dist).publish();
    await store().readCompleteRelease('host', version);
  });

  it('are found during other look-ups, even if they were published after one of these started', async () => {
    const [one, two] = [open(build('one')), open(build('two'))];
    const unknownFile = one.find('main.unknown.js');
    await two.publish();
    expect(await one.find('main.two.js')).toBeDefined();
    expect(await unknownFile).toBeUndefined();
  });

  it('are listed at most once per interval, even for many unknown files or while the store does not respond', async () => {
    const intervalMs = 40;
    const listReleases = jest.fn(store().listReleases);
    const builds = createHostBuilds({ store: { ...store(), listReleases }, distFolder: build('one'), log, intervalMs });
    const began = performance.now();
    for (const file of ['a.js', 'b.js', 'c.js', 'd.js']) expect(await builds.find(file)).toBeUndefined();
    // Timers can be a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(3 * intervalMs - 5);
    const files = Array.from({ length: 100 }, (_, index) => `${index}.js`);
    await Promise.all(files.map((file) => builds.find(file)));
    expect(listReleases).toHaveBeenCalledTimes(5);

    listReleases.mockRejectedValueOnce(new Error('the object store does not respond'));
    expect(await builds.find('a.js')).toBeUndefined();
    await builds.publish();
    expect(await builds.find('main.one.js')).toBeDefined();
  });

  it('do not stop a host whose store cannot be written', async () => {
    const builds = open(build('one'));
    writeFileSync(join(folder, 'releases'), 'not a folder');
    await builds.publish();
    expect(log.error).toHaveBeenCalledWith({ reason: expect.stringContaining('ENOTDIR') }, 'assets not published: only this host can serve them');
  });

  it('can never become the active version of a remote', async () => {
    const dist = build('one');
    const release = await store().publish('host', 'build', dist);
    await expect(store().activate(release, { isExplicit: true })).rejects.toThrow('host');
    expect((await store().readRegistry()).remotes).toEqual({});
  });
});
