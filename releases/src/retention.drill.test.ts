/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCanary, toCanary } from './canary-changes.ts';
import { issuePreview } from './preview.ts';
import { freezeRemote, unfreezeRemote } from './registry-changes.ts';
import { createReleaseStore } from './release-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK = { days: 7 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retention-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => createReleaseStore(join(folder, 'releases'));
const getVersionPath = (version: string, file: string): string => join(folder, 'releases/gallery', version, file);

const publish = async (content: string) => {
  const dist = join(folder, 'dist');
  for (const side of ['browser', 'server']) mkdirSync(join(dist, side), { recursive: true });
  writeFileSync(join(dist, 'browser/entry.js'), content);
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 2, entry: 'entry.js', chunks: {}, paths: ['/gallery'], isPrivate: false }));
  writeFileSync(join(dist, 'server/routes.cjs'), content);
  return open().publish('gallery', '1.0.0', dist);
};

const FILES = ['release.json', 'browser/entry.js', 'browser/build.json', 'server/routes.cjs'];

/** Publishes a version as if it had been published days ago. */
const publishDaysAgo = async (content: string, days: number): Promise<string> => {
  const { version } = await publish(content);
  const at = new Date(Date.now() - days * DAY_MS);
  for (const file of FILES) utimesSync(getVersionPath(version, file), at, at);
  return version;
};

/** Writes the manifests of twenty newer versions, so that older ones are not among the last twenty. */
const addNewerVersions = (days = 5): void => {
  const at = new Date(Date.now() - days * DAY_MS);
  for (let index = 0; index < 20; index += 1) {
    const version = `2.0.${index}-0a`;
    mkdirSync(getVersionPath(version, ''), { recursive: true });
    writeFileSync(getVersionPath(version, 'release.json'), '{}');
    utimesSync(getVersionPath(version, 'release.json'), at, at);
  }
};

const listVersions = (): string[] => readdirSync(join(folder, 'releases/gallery')).sort();

describe('RLS-11 retention', () => {
  it('RLS-06 retains a canary, and no version becomes one while its files are being removed', async () => {
    await open().activate(await publish('active'));
    const [canary, unusedVersion] = [await publishDaysAgo('canary', 30), await publishDaysAgo('unused', 30)];
    const start = async (version: string) =>
      open().changeRegistry(startCanary(await open().readRelease('gallery', version), toCanary(version, { share: 5, views: 500, minutes: 10 })));
    await start(canary);
    addNewerVersions();

    expect((await open().prune({ ...WEEK, isDryRun: true })).map(({ version }) => version)).toEqual([unusedVersion]);
    await open().changeRegistry((content) => ({ ...content, sweep: { startedAt: new Date().toISOString(), versions: [`gallery/${unusedVersion}`] } }));
    await expect(start(unusedVersion)).rejects.toThrow('are being removed');
  });

  it('RLS-07 retains a version while a preview URL shows it, and issues no URL for a version that is being removed or whose remote is frozen', async () => {
    const active = await publish('active');
    await open().activate(active);
    const [previewed, unusedVersion] = [await publishDaysAgo('previewed', 30), await publishDaysAgo('unused', 30)];
    addNewerVersions();
    const store = open();
    const issue = (version: string) => issuePreview(store, { key: Buffer.alloc(32, 1), remote: 'gallery', version, hours: 24, now: Date.now() });

    await store.changeRegistry(freezeRemote('gallery', { by: 'ada', isAdministrator: true, reason: 'an investigation', at: new Date().toISOString() }));
    await expect(issue(previewed)).rejects.toThrow('gallery is frozen since');
    await store.changeRegistry(unfreezeRemote('gallery', { isAdministrator: true }));

    await issue(previewed);
    expect((await store.prune(WEEK)).map(({ version }) => version)).toEqual([unusedVersion]);

    await store.changeRegistry((content) => ({ ...content, sweep: { startedAt: new Date().toISOString(), versions: [`gallery/${previewed}`] } }));
    await expect(issue(previewed)).rejects.toThrow('are being removed');
  });

  it('removes unused versions, and retains the last twenty, good, recently served and recent versions', async () => {
    const unusedVersion = await publishDaysAgo('unused', 30);
    const good = await publishDaysAgo('good', 30);
    const bad = await publishDaysAgo('bad', 30);
    const served = await publishDaysAgo('served', 30);
    const servedVersion = await publishDaysAgo('served before', 30);
    for (const version of [good, bad]) await open().activate(await open().readRelease('gallery', version));
    await open().activate(await open().readRelease('gallery', good));
    await open().markBad('gallery', bad);
    await open().recordServed([{ remote: 'gallery', version: served }]);
    const days = join(folder, 'releases/served');
    mkdirSync(join(days, '2026-01-01/gallery'), { recursive: true });
    writeFileSync(join(days, '2026-01-01/gallery', servedVersion), '');
    addNewerVersions();
    await publish('recent');
    const before = listVersions();

    const found = await open().prune({ ...WEEK, isDryRun: true });
    expect(found.map(({ version }) => version).sort()).toEqual([unusedVersion, bad, servedVersion].sort());
    expect(listVersions()).toEqual(before);

    const removed = await open().prune(WEEK);
    expect(removed.map(({ version }) => version).sort()).toEqual([unusedVersion, bad, servedVersion].sort());
    expect(listVersions()).toEqual(before.filter((version) => ![unusedVersion, bad, servedVersion].includes(version)));
    expect(readdirSync(days)).toEqual([new Date().toISOString().slice(0, 10)]);

    const { registry } = await open().inspectRegistry();
    expect(registry.sweep).toBeUndefined();
    expect(await open().prune(WEEK)).toEqual([]);
    expect((await open().readRegistry()).generation).toBe(registry.generation);
  });

  it('never removes a version that is being published, and removes the rest of an interrupted publication', async () => {
    const version = await publishDaysAgo('unused', 30);
    await open().activate(await publish('active'));
    addNewerVersions();
    rmSync(getVersionPath(version, 'release.json'));
    writeFileSync(getVersionPath(version, 'browser/entry.js'), 'being uploaded');
    expect(await open().prune(WEEK)).toEqual([]);

    for (const file of FILES.slice(1)) utimesSync(getVersionPath(version, file), new Date(0), new Date(0));
    expect(await open().prune(WEEK)).toEqual([expect.objectContaining({ version })]);
    expect(listVersions()).not.toContain(version);
  });

  it('retains the last twenty versions, regardless of their age', async () => {
    const version = await publishDaysAgo('oldest', 40);
    addNewerVersions(30);
    expect(await open().prune({ ...WEEK, isDryRun: true })).toEqual([expect.objectContaining({ version })]);
  });

  it('leaves files alone that do not belong to a version', async () => {
    mkdirSync(join(folder, 'releases/tokens/2026'), { recursive: true });
    writeFileSync(join(folder, 'releases/tokens/2026/gallery.json'), '{}');
    utimesSync(join(folder, 'releases/tokens/2026/gallery.json'), new Date(0), new Date(0));
    expect(await open().prune(WEEK)).toEqual([]);
  });

  it('retains an old version that is published again like a new one', async () => {
    const version = await publishDaysAgo('old', 30);
    addNewerVersions();
    expect(await open().prune({ ...WEEK, isDryRun: true })).toHaveLength(1);
    expect((await publish('old')).version).toBe(version);
    expect(await open().prune(WEEK)).toEqual([]);
  });

  it('keeps a version from becoming active once its removal is announced, and does not remove one that became active', async () => {
    const version = await publishDaysAgo('old', 30);
    addNewerVersions();
    const release = await open().readRelease('gallery', version);
    const store = open();
    const { rm } = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
    const attempts: Promise<unknown>[] = [];
    jest.spyOn(jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises'), 'rm').mockImplementation(async (path, options) => {
      // The first file of the version is about to be removed.
      if (attempts.length === 0 && String(path).includes(version)) attempts.push(open().activate(release, { isExplicit: true }));
      await Promise.allSettled(attempts);
      await rm(path, options);
    });
    await store.prune(WEEK);
    expect(attempts).toHaveLength(1);
    await expect(attempts[0]).rejects.toThrow('are being removed');
    jest.restoreAllMocks();

    const republished = await publishDaysAgo('old', 30);
    await open().activate(await open().readRelease('gallery', republished), { isExplicit: true });
    expect(await open().prune(WEEK)).toEqual([]);
    expect(await open().isIntact(release)).toBe(true);
  });

  it('leaves a sweep to the process that has announced it, unless it was interrupted', async () => {
    const version = await publishDaysAgo('old', 30);
    await open().activate(await publish('active'));
    addNewerVersions();
    const announce = (startedAt: Date) => open().changeRegistry((content) => ({ ...content, sweep: { startedAt: startedAt.toISOString(), versions: [] } }));
    await announce(new Date());
    await expect(open().prune(WEEK)).rejects.toThrow('Another process is removing versions');
    await announce(new Date(Date.now() - 11 * 60_000));
    expect(await open().prune(WEEK)).toEqual([expect.objectContaining({ version })]);
    expect((await open().readRegistry()).sweep).toBeUndefined();
  });

  it('writes one mark per version and day', async () => {
    const store = open();
    const names = [{ remote: 'gallery', version: '1.0.0-0a' }];
    await store.recordServed(names);
    const day = join(folder, 'releases/served', new Date().toISOString().slice(0, 10), 'gallery');
    expect(readdirSync(day)).toEqual(['1.0.0-0a']);
    rmSync(day, { recursive: true });
    await store.recordServed(names);
    expect(() => readdirSync(day)).toThrow('ENOENT');
  });
});
