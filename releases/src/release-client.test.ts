/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReleaseClient } from './release-client.ts';
import { ReleaseError } from './release-error.ts';
import { createReleaseStore } from './release-store.ts';

// Each deployment renders the pages in a separate process.
jest.setTimeout(60_000);

let root: string;
let lines: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'repository-'));
  lines = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The `dist` folder of a built remote. */
const writeBuild = (serverBundle: string, contract = 1): void => {
  const folder = join(root, 'remote-sample');
  for (const side of ['browser', 'server']) mkdirSync(join(folder, 'dist', side), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '2.0.0' }));
  writeFileSync(join(folder, 'dist/browser/entry.js'), '');
  writeFileSync(join(folder, 'dist/browser/build.json'), JSON.stringify({ contract, entry: 'entry.js', chunks: {}, paths: ['/sample'] }));
  writeFileSync(join(folder, 'dist/server/routes.cjs'), serverBundle);
};
const deploy = () => createReleaseClient({ root, dataFolder: join(root, 'data'), say: (line) => void lines.push(line) }).deployBuilt('sample');
const openStore = () => createReleaseStore(join(root, 'data/releases'));
const readHistory = async () => (await openStore().readRegistry()).remotes.sample?.history ?? [];

const GOOD = "exports.createRoutes = () => [{ path: '/sample', element: 'A sample' }];";

describe('release client', () => {
  it('activates a build whose pages render, once', async () => {
    writeBuild(GOOD);
    await deploy();
    expect(await readHistory()).toEqual([expect.stringMatching(/^2\.0\.0-/)]);

    expect(lines.at(-1)).toMatch(/^sample 2\.0\.0-\w+ is active\./);

    lines = [];
    await deploy();
    expect(lines).toEqual([]);
  });

  it.each([
    ['throws', "throw new Error('broken on purpose');", 1, 'broken on purpose'],
    ['requires a Node module', "require('node:fs');", 1, 'may not require "node:fs"'],
    ['has no routes', 'exports.createRoutes = () => [];', 1, 'createRoutes returned no routes'],
    ['throws while it renders', "exports.createRoutes = () => [{ path: '/sample', Component: () => { throw new Error('no page') } }];", 1, 'no page'],
    ['is built for another contract', GOOD, 2, 'built for version 2 of the remote contract; the host supports 1'],
  ])('rejects a build that %s, and the active version stays', async (_name, serverBundle, contract, reason) => {
    writeBuild(GOOD);
    const active = await openStore().publish('sample', '1.0.0', join(root, 'remote-sample/dist'));
    await openStore().activate(active);
    writeBuild(serverBundle, contract);

    const error: unknown = await deploy().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ReleaseError);
    expect(String(error)).toContain(reason);
    expect(await readHistory()).toEqual([active.version]);
  });

  it('knows no remote outside its folder', async () => {
    const client = createReleaseClient({ root, dataFolder: join(root, 'data'), say: () => {} });
    await expect(client.deploy('../elsewhere')).rejects.toThrow('There is no remote "../elsewhere".');
    await expect(client.rollBack('sample')).rejects.toThrow('There is no remote "sample".');
  });
});
