/** @jest-environment node */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleaseStore } from '../open-store.ts';
import { openHistory } from '../release-history.ts';
import { openTokens } from '../release-tokens.ts';
import { createSigningKey, parseSigningKey } from '../signing/signing-keys.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { startS3Stub } from '../testing/s3-stub.ts';
import { createTokenClient } from './token-client.ts';

let dataFolder: string;
let lines: string[];
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'tokens-'));
  lines = [];
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const openStore = () => openReleaseStore(dataFolder, undefined);
const open = (store = openStore()) => createTokenClient({ store, say: (line) => void lines.push(line) });
const readToken = (): string => lines.find((line) => line.startsWith('release_')) ?? '';
const STORIES = { remote: 'stories', paths: ['/stories'], scopes: ['publish', 'activate'], days: 90 } as const;

describe('RLS-02 tokens', () => {
  it('registers a new remote with its paths, and prints the token once', async () => {
    await open().create(STORIES);

    const text = readToken();
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/own repository +npm run deploy -- --to /),
      expect.stringMatching(/site's repository +npm run deploy -w remote-stories -- --to /),
    ]);
    expect(await openTokens(openStore()).find(text)).toMatchObject({ name: 'stories-1', remote: 'stories', scopes: ['publish', 'activate'] });
    expect((await openStore().readRegistry()).registered).toMatchObject({ stories: { paths: ['/stories'] } });
    // RLS-05: also prints the private key that the team signs with.
    const { id } = parseSigningKey(lines.find((line) => line.startsWith('MC4')) ?? '');
    expect((await openStore().readRegistry()).teamKeys).toMatchObject({ stories: [{ id }] });
    lines = [];
    await open().list();
    expect(lines).toEqual([expect.stringMatching(/^stories-1 {2}stories {2}publish, activate {2}created 20.* {2}until 20/)]);
    expect(lines.join()).not.toContain(text);
    expect((await openHistory(openStore()).list({ limit: 10 })).map(({ actor, action, outcome }) => [actor.slice(0, 6), action, outcome])).toEqual([
      ['local:', 'add-key', 'done'],
      ['local:', 'create-token', 'done'],
      ['local:', 'register', 'done'],
    ]);
  });

  it('is valid until it is revoked, and its name is never reused', async () => {
    await open().create({ ...STORIES, name: 'ci' });
    await open().revoke('ci');
    await expect(open().revoke('ci')).rejects.toThrow('was revoked on');
    await expect(open().create({ ...STORIES, name: 'ci' })).rejects.toThrow('There is a token "ci" already.');
    await open().create(STORIES);
    await open().create({ ...STORIES, paths: [] });
    lines = [];
    await open().list();
    expect(lines.map((line) => [line.split('  ')[0], line.includes('revoked 20')])).toEqual([
      ['ci', true],
      ['stories-1', false],
      ['stories-2', false],
    ]);
  });

  it.each([
    ['an unknown remote', { paths: [] }, 'There is no remote "stories". To register a new one, name its paths: --paths /stories'],
    ['a path of the host', { paths: ['/releases'] }, 'it belongs to the host'],
    ['an invalid path', { paths: ['stories'] }, 'is not a path that a remote can own'],
    ['a reserved name', { remote: 'tokens' }, 'cannot be the name of a remote'],
    ['a name that is a path', { remote: '../news' }, 'cannot be the name of a remote'],
    ['a lifetime that is too long', { days: 4000 }, 'is valid for 1 to 366 days'],
    ['no lifetime', { days: Number.NaN }, 'is valid for 1 to 366 days'],
    ['a lifetime of a few seconds', { days: 0.00005 }, 'is valid for 1 to 366 days'],
    ['an empty list of permissions', { scopes: [] }, 'allows at least one of'],
    ['a name with a line break', { name: 'ci\nci' }, 'has lower-case letters'],
  ])('is not created for %s', async (_name, changes, reason) => {
    await expect(open().create({ ...STORIES, ...changes })).rejects.toThrow(reason);
    expect(await openTokens(openStore()).list()).toEqual([]);
  });

  it('is invalid while the newest list is damaged, even if an older list contains it', async () => {
    await open().create(STORIES);
    const text = readToken();
    writeFileSync(join(dataFolder, 'releases/tokens/00000002.json'), '[');
    await expect(openTokens(openStore()).find(text)).rejects.toThrow('The list of tokens is damaged');
  });

  it('keeps all tokens that two administrators create at the same time', async () => {
    const create = () => open().create({ ...STORIES, key: createSigningKey().publicKey });
    await Promise.all(Array.from({ length: 5 }, create));
    expect((await openTokens(openStore()).list()).map(({ name }) => name).sort()).toEqual(['stories-1', 'stories-2', 'stories-3', 'stories-4', 'stories-5']);
    // Each of the five calls records a registration, a token and a key.
    expect(readdirSync(join(dataFolder, 'releases/history'))).toHaveLength(15);
  });

  it('RLS-04 are shared, together with the history, by machines that use the same object store', async () => {
    const objectStore = await startS3Stub();
    try {
      await openReleaseStore(join(dataFolder, 'one'), objectStore.settings).prepare();
      for (const machine of ['other', 'third']) cpSync(join(dataFolder, 'one/keys'), join(dataFolder, machine, 'keys'), { recursive: true });
      const openOn = (machine: string) => openReleaseStore(join(dataFolder, machine), objectStore.settings);
      await Promise.all([open(openOn('one')).create({ ...STORIES, name: 'ci' }), open(openOn('other')).create({ ...STORIES, name: 'ci-2' })]);
      const tokens = openTokens(openOn('third'));
      expect((await tokens.list()).map(({ name }) => name).sort()).toEqual(['ci', 'ci-2']);
      await open(openOn('other')).revoke('ci');
      expect(await tokens.list()).toContainEqual(expect.objectContaining({ name: 'ci', revokedAt: expect.any(String) }));
      const actions = (await openHistory(openOn('third')).list({ limit: 10 })).map(({ action }) => action);
      expect(actions.filter((action) => action !== 'add-key').sort()).toEqual(['create-token', 'create-token', 'register', 'register', 'revoke-token']);
    } finally {
      await objectStore.stop();
    }
  });

  it('RLS-04 are not reported as damaged while the object store does not respond', async () => {
    const { settings, stop } = await startS3Stub();
    await stop();
    await expect(openTokens(openReleaseStore(dataFolder, settings)).find('release_')).rejects.toThrow(StorageUnavailableError);
  });
});
