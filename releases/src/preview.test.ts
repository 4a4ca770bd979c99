/** @jest-environment node */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from './manifest.ts';
import { createPreview, MAX_PREVIEW_HOURS, readPreview, revokeIssuedPreview, revokePreviews } from './preview.ts';
import type { RegistryChange } from './registry-changes.ts';
import { createSignedToken, readHmacKey, readSignedToken } from './signed-token.ts';

const NOW = Date.UTC(2026, 10, 22, 10);
const HOUR_MS = 3_600_000;
const key = Buffer.alloc(32, 1);
const registry: Registry = {
  generation: 1,
  remotes: { gallery: { paths: ['/gallery'], history: ['1.0.0-a'], bad: [{ version: '1.5.0-x', at: '', reason: 'rolled back' }] } },
  removed: {},
};
const create = (version = '2.0.0-b', hours = 1) => createPreview({ key, remote: 'gallery', version, hours, now: NOW });
const withChange = (change: RegistryChange): Registry => ({ ...change(registry), generation: 2 });

describe('a preview token', () => {
  it('RLS-07 names one version until it expires', () => {
    const { token, preview } = create();

    expect(readPreview(key, token, registry, NOW)).toEqual({
      id: expect.stringMatching(/^gallery-[0-9a-f]{12}$/),
      remote: 'gallery',
      version: '2.0.0-b',
      issuedAt: NOW,
      expiresAt: NOW + HOUR_MS,
    });
    expect(readPreview(key, token, registry, NOW + HOUR_MS - 1)).toEqual(preview);
    expect(readPreview(key, token, registry, NOW + HOUR_MS)).toBeUndefined();
  });

  it('RLS-07 is revoked by its id, or together with all earlier tokens', () => {
    const [first, second] = [create(), create()];

    const one = withChange(revokePreviews(first.preview.id, NOW + 1));
    expect(readPreview(key, first.token, one, NOW + 2)).toBeUndefined();
    expect(readPreview(key, second.token, one, NOW + 2)).toEqual(second.preview);

    const all = withChange(revokePreviews('all', NOW + 1));
    expect([first, second].map(({ token }) => readPreview(key, token, all, NOW + 2))).toEqual([undefined, undefined]);
    const later = createPreview({ key, remote: 'gallery', version: '2.0.0-b', hours: 1, now: NOW + 2 });
    expect(readPreview(key, later.token, all, NOW + 3)).toEqual(later.preview);
  });

  it('RLS-07 is not valid for a blocked version', () => {
    expect(readPreview(key, create('1.5.0-x').token, registry, NOW)).toBeUndefined();
  });

  it('RLS-07 forgets revocations once the longest preview has expired', () => {
    const { previews, ...content } = revokePreviews('gallery-000000000001', NOW)(registry);
    const later = revokePreviews('gallery-000000000002', NOW + MAX_PREVIEW_HOURS * HOUR_MS)({ ...content, previews });

    expect(later.previews?.revoked.map(({ id }) => id)).toEqual(['gallery-000000000002']);
  });

  it('RLS-03 can be revoked by a team once, only if it was issued, and only a limited number of times per day', async () => {
    let state = registry;
    const store = {
      readRegistry: async () => state,
      changeRegistry: async (change: RegistryChange) => {
        state = { ...change(state), generation: state.generation + 1 };
        return state;
      },
    };
    const revoke = (id: string, now = NOW) => revokeIssuedPreview(store, key, id, now);

    for (const id of ['gallery-000000000001', `news-${create().preview.id.slice(-12)}`, 'gallery', ''])
      await expect(revoke(id)).rejects.toThrow('is not the id');
    const { id } = create().preview;
    for (let count = 0; count < 3; count += 1) await revoke(id);
    expect(state.generation).toBe(2);

    for (let count = 1; count < 100; count += 1) await revoke(create().preview.id);
    await expect(revoke(create().preview.id)).rejects.toThrow('100 previews of gallery are revoked already');
    expect(state.generation).toBe(101);
    await revoke(create().preview.id, NOW + MAX_PREVIEW_HOURS * HOUR_MS);
    expect(state.previews?.revoked).toHaveLength(1);
  });
});

describe('a signed token', () => {
  const token = createSignedToken(key, 'preview', { version: '2.0.0-b' });
  const [payload = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ version: '9.0.0-z' })).toString('base64url');

  it.each([
    ['another payload', `${other}.${signature}`],
    ['another signature', `${payload}.${'A'.repeat(signature.length)}`],
    ['no signature', payload],
    ['an empty signature', `${payload}.`],
    ['an additional part', `${token}.x`],
    ['characters that decode to nothing', `${payload}.${signature}=`],
    ['nothing', ''],
  ])('RLS-07 is rejected with %s', (_name, text) => {
    expect(readSignedToken(key, 'preview', text)).toBeUndefined();
  });

  it('RLS-07 is rejected for another purpose, and under another key', () => {
    expect(readSignedToken(key, 'preview', token)).toEqual({ version: '2.0.0-b' });
    expect(readSignedToken(key, 'staff', token)).toBeUndefined();
    expect(readSignedToken(Buffer.alloc(32, 2), 'preview', token)).toBeUndefined();
  });
});

describe('the key of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('RLS-07 is created once, even by processes that start together, and only its owner can read it', async () => {
    const dataFolder = join(folder, 'data');
    const keys = await Promise.all([1, 2, 3].map(() => readHmacKey(dataFolder)));

    expect(new Set(keys.map(String)).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((statSync(join(dataFolder, 'token-key')).mode & 0o777).toString(8)).toBe('600');
  });

  it('RLS-07 is not replaced if it is damaged', async () => {
    writeFileSync(join(folder, 'token-key'), '');
    await expect(readHmacKey(folder)).rejects.toThrow('does not hold a key');
  });
});
