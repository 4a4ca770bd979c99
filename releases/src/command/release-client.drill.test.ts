/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseError, UsageError } from '../release-error.ts';
import { createReleaseStore } from '../release-store.ts';
import { createReleaseClient } from './release-client.ts';

let root: string;
let lines: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'repository-'));
  lines = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes the `dist` folder of a built remote. */
const writeBuild = (serverBundle: string, contract = 2, remote = 'sample'): void => {
  const runtimeName = `remote_${remote}_0a`;
  const folder = join(root, `remote-${remote}`);
  for (const side of ['browser', 'server']) mkdirSync(join(folder, 'dist', side), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '2.0.0' }));
  writeFileSync(join(folder, `dist/browser/${runtimeName}.js`), '');
  writeFileSync(
    join(folder, 'dist/browser/build.json'),
    JSON.stringify({
      contract,
      entry: `${runtimeName}.js`,
      chunks: {},
      paths: ['/sample'],
      isPrivate: false,
      runtimeName,
      shared: { react: '19.0.0' },
      assets: [`${runtimeName}.js`],
    }),
  );
  writeFileSync(join(folder, 'dist/server/routes.cjs'), serverBundle);
};
const openClient = () => createReleaseClient({ root, store: openStore(), dataFolder: join(root, 'data'), say: (line) => void lines.push(line) });
const deploy = () => openClient().deployExistingBuild('sample');
const openStore = () => createReleaseStore(join(root, 'data/releases'));
const readHistory = async () => (await openStore().readRegistry()).remotes.sample?.history ?? [];

const readActive = async () => (await readHistory())[0] ?? '';
/** Releases a build without the release checks; returns its version. */
const release = async (serverBundle: string) => {
  writeBuild(serverBundle);
  const published = await openStore().publish('sample', '2.0.0', join(root, 'remote-sample/dist'));
  await openStore().activate(published);
  return published.version;
};

const BETTER_BUNDLE = "exports.createRoutes = () => [{ path: '/sample', element: 'A better sample' }];";
const GOOD_BUNDLE = "exports.createRoutes = () => [{ path: '/sample', element: 'A sample' }];";

describe('release client', () => {
  it('RLS-06 makes a version a canary, lists it, and promotes or stops it', async () => {
    const old = await release(GOOD_BUNDLE);
    const canary = await release(BETTER_BUNDLE);
    await openStore().activate(await openStore().readRelease('sample', old));
    const client = openClient();
    const request = { remote: 'sample', version: canary, share: 5, views: 500, minutes: 10 };

    await client.startCanary(request);
    await client.list();
    expect(lines.find((line) => line.includes(`  canary     ${canary}`))).toContain('(staff and 5% of visitors, since ');
    await client.stopCanary('sample');
    await expect(client.promoteCanary('sample')).rejects.toThrow('sample has no canary.');
    await expect(client.startCanary({ ...request, share: 5.5 })).rejects.toThrow('a whole number of percent');
    await client.startCanary({ ...request, share: 0 });
    await client.promoteCanary('sample');
    expect(await readActive()).toBe(canary);
    expect(lines.at(-1)).toBe(`sample ${canary} is active. To roll back: npm run rollback -- sample`);
  });

  it('activates a build whose pages render, but only once', async () => {
    writeBuild(GOOD_BUNDLE);
    await deploy();
    expect(await readHistory()).toEqual([expect.stringMatching(/^2\.0\.0-/)]);

    // Nothing was active before, so the output does not offer a rollback.
    expect(lines.at(-1)).toMatch(/^sample 2\.0\.0-\w+ is active\.$/);
    writeBuild(BETTER_BUNDLE);
    await deploy();
    expect(lines.at(-1)).toMatch(/is active\. To roll back: npm run rollback -- sample$/);

    lines = [];
    await deploy();
    expect(lines).toEqual([]);
  });

  it.each([
    ['throws', "throw new Error('broken on purpose');", 1, 'broken on purpose'],
    ['requires a Node module', "require('node:fs');", 1, 'may not require "node:fs"'],
    ['has no routes', 'exports.createRoutes = () => [];', 1, 'createRoutes returned no routes'],
    [
      'throws while it renders',
      "exports.createRoutes = () => [{ path: '/sample', chunk: 'sample', head: () => ({ title: '', description: '' }), Component: () => { throw new Error('no page') } }];",
      1,
      'no page',
    ],
    ['is built for another contract', GOOD_BUNDLE, 3, 'built for version 3 of the remote contract; the host serves 2'],
  ])('rejects a build that %s, and the active version stays', async (_name, serverBundle, contract, reason) => {
    writeBuild(GOOD_BUNDLE);
    const active = await openStore().publish('sample', '1.0.0', join(root, 'remote-sample/dist'));
    await openStore().activate(active);
    writeBuild(serverBundle, contract);

    const error: unknown = await deploy().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ReleaseError);
    expect(String(error)).toContain(reason);
    expect(await readHistory()).toEqual([active.version]);
  });

  it('REL-03 rolls back and blocks the version that was active', async () => {
    const client = openClient();
    await release(GOOD_BUNDLE);
    const first = await readActive();
    await release(BETTER_BUNDLE);
    const second = await readActive();

    await client.rollBack({ remote: 'sample' });

    expect(lines.at(-1)).toBe(`sample is back on ${first}. ${second} is blocked; to activate it again: npm run releases -- activate sample ${second}`);
    await client.list();
    const listed = lines.join('\n');
    expect(listed).toContain(`  active     ${first}  20`);
    expect(listed).toMatch(new RegExp(`  bad        ${second}  20.*\\(rolled back, 20.*\\)`));
    await expect(client.rollBack({ remote: 'sample' })).rejects.toThrow(new ReleaseError('There is no version of sample to go back to.'));

    await client.activate({ remote: 'sample', version: second });
    expect((await openStore().readRegistry()).remotes.sample).toMatchObject({ history: [second, first], bad: [] });
    await client.markBad('sample', first);
    await expect(client.markBad('sample', second)).rejects.toThrow('There is no version of sample to go back to.');
    await expect(client.markBad('sample', '9.9.9-none')).rejects.toThrow('There is no version 9.9.9-none of sample.');
    await expect(client.activate({ remote: 'sample', version: '9.9.9-none' })).rejects.toThrow('sample 9.9.9-none cannot be activated');
  });

  it('REL-03 at the start activates only builds that have never been released, and prints the command for other builds', async () => {
    const start = () => openClient().deployExistingBuild('sample', { isNewOnly: true });
    writeBuild(GOOD_BUNDLE);
    await start();
    const first = await readActive();
    writeBuild(BETTER_BUNDLE);
    await start();
    const second = await readActive();
    expect(second).not.toBe(first);

    // An older source, as after checking out an earlier commit.
    writeBuild(GOOD_BUNDLE);
    await start();
    expect(await readActive()).toBe(second);
    expect(lines.at(-1)).toBe(
      `sample ${first} has been released before; ${second} stays active. To activate this source: npm run releases -- activate sample ${first}`,
    );

    // The source of a version that was rolled back.
    await openClient().rollBack({ remote: 'sample' });
    writeBuild(BETTER_BUNDLE);
    await start();
    expect(await readActive()).toBe(first);
    expect(lines.at(-1)).toContain(`sample ${second} is blocked; ${first} stays active.`);
    await openClient().remove('sample');
    await start();
    expect(await readActive()).toBe('');
    expect(lines.at(-1)).toContain('sample has been removed; nothing stays active.');
  });

  it('REL-03 activates an older version, but not a blocked one', async () => {
    const first = await release(GOOD_BUNDLE);
    await release(BETTER_BUNDLE);
    writeBuild(GOOD_BUNDLE);
    await deploy();
    expect(await readActive()).toBe(first);

    await openClient().rollBack({ remote: 'sample' });
    await deploy();
    expect(await readActive()).not.toBe(first);
    expect(lines.at(-1)).toContain(`sample ${first} is blocked`);
  });

  it('REL-03 reports a damaged registry, which the release repairs', async () => {
    await release(GOOD_BUNDLE);
    writeFileSync(join(root, 'data/releases/registry/00000001.json'), 'garbage');
    lines = [];
    await openClient().list();
    expect(lines[0]).toBe('The registry is damaged (generation 1: it is not JSON); generation 1 is used. The next change repairs it.');

    writeBuild(BETTER_BUNDLE);
    await deploy();
    expect(await openStore().inspectRegistry()).toMatchObject({ state: 'current', registry: { generation: 2 } });
  });

  it("REL-05 rejects a build that declares another remote's path before it is published", async () => {
    await release(GOOD_BUNDLE);
    writeBuild(GOOD_BUNDLE, 1, 'other');
    await expect(openClient().deployExistingBuild('other')).rejects.toThrow(
      'other cannot own "/sample": it belongs to sample. To move it, release sample without it first, or: npm run releases -- paths other move /sample',
    );
    expect(await openStore().listReleases('other')).toEqual([]);
  });

  it('RLS-03 rolls back to any earlier version, freezes, and records who did what', async () => {
    const client = openClient();
    writeBuild(GOOD_BUNDLE);
    await deploy();
    const first = await readActive();
    const second = await release(BETTER_BUNDLE);
    await release(`${BETTER_BUNDLE} // once more`);
    const third = await readActive();

    await client.rollBack({ remote: 'sample', version: first, reason: 'it flickers' });
    expect(await readHistory()).toEqual([first, second]);
    await client.freeze('sample', 'an investigation');
    await expect(client.activate({ remote: 'sample', version: second })).rejects.toThrow('sample is frozen since');
    writeBuild(`${BETTER_BUNDLE} // at the start`);
    await openClient().deployExistingBuild('sample', { isNewOnly: true });
    expect(lines.at(-1)).toBe(`sample is frozen (an investigation); ${first} stays active.`);
    await client.unfreeze('sample', 'it is fixed');
    lines = [];
    await client.listHistory({ limit: 4 });
    expect(lines).toEqual([
      expect.stringMatching(/^20\S+ {2}local:\S+ {2}unfreeze {2}sample {2}"it is fixed"$/),
      expect.stringMatching(/ {2}activate rejected {2}sample {2}2\.0\.0-\w+ {2}sample is frozen since/),
      expect.stringMatching(/ {2}freeze {2}sample {2}"an investigation"$/),
      expect.stringMatching(new RegExp(`  roll-back  sample  ${first}  "it flickers"  left ${third}$`)),
    ]);
    expect((await openStore().readRegistry()).remotes.sample?.bad).toMatchObject([{ version: third, reason: 'it flickers' }]);
  });

  it('RLS-02 allows and hides the links of a remote, and records the user', async () => {
    const client = openClient();
    await client.setLinks('sample', 'allow');
    expect((await openStore().readRegistry()).linked).toEqual(['sample']);
    await client.setLinks('sample', 'hide');
    expect((await openStore().readRegistry()).linked).toEqual([]);

    lines = [];
    await client.listHistory({ remote: 'sample', limit: 10 });
    expect(lines).toEqual([expect.stringMatching(/ local:\S+ {2}set-links {2}sample {2}hide$/), expect.stringMatching(/ {2}set-links {2}sample {2}allow$/)]);
  });

  it('does not find a remote outside its folder', async () => {
    const client = createReleaseClient({ root, store: openStore(), dataFolder: join(root, 'data'), say: () => {} });
    await expect(client.deploy('../elsewhere')).rejects.toThrow('There is no remote "../elsewhere".');
    await expect(client.requireRemote('sampel')).rejects.toThrow('There is no remote "sampel". There are none yet.');
    await release(GOOD_BUNDLE);
    await expect(client.requireRemote('sampel')).rejects.toThrow(new UsageError('There is no remote "sampel". Remotes: sample'));
    await expect(client.deploy('sampel')).rejects.toThrow('There is no remote "sampel". Remotes: sample');
    await client.requireRemote('sample');
  });
});
