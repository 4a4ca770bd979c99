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
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 1, entry: `main.${name}.js`, chunks, paths: [] }));
  for (const file of [`main.${name}.js`, `recovery.${name}.js`, 'main.0.css']) writeFileSync(join(dist, 'browser', file), `${file} of ${name}`);
  return dist;
};
const store = () => createReleaseStore(join(folder, 'releases'));
const log = { error: jest.fn() };
const open = (distFolder: string) => createHostBuilds({ store: store(), distFolder, log });

describe('TEAM-10 builds of the host in the release store', () => {
  it('are added by each host at its start, and every host finds the files of all of them', async () => {
    const [one, two] = [open(build('one')), open(build('two'))];
    await one.publish();
    expect(await two.findFolder('recovery.one.js')).toBeDefined();
    expect(await one.findFolder('main.two.js')).toBeUndefined();

    await two.publish();
    const found = (await one.findFolder('main.two.js')) ?? '';
    expect(readFileSync(join(found, 'main.two.js'), 'utf8')).toBe('main.two.js of two');
    expect(found).toContain(`releases/host/${(await readHostAssets(join(folder, 'two'))).buildId}/`);
    for (const file of ['main.three.js', 'release.json', '../release.json']) expect(await one.findFolder(file)).toBeUndefined();
  });

  it('are published once, however many hosts start with the same build, and again when a file was damaged', async () => {
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

  it('are found while other readings are pending, also when they were published after the start of one', async () => {
    const [one, two] = [open(build('one')), open(build('two'))];
    const early = one.findFolder('main.unknown.js');
    await two.publish();
    expect(await one.findFolder('main.two.js')).toBeDefined();
    expect(await early).toBeUndefined();
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
