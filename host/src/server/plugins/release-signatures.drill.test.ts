/** @jest-environment node */
import { addTeamKey, retireKey } from '@site/releases/key-changes';
import { signForTeam } from '@site/releases/manifest-signing';
import { createSigningKey } from '@site/releases/signing-keys';
import { build, ENTRY, getVersion, hashAll, startReleaseApiSite } from './release-api-fixture.ts';

let site: Awaited<ReturnType<typeof startReleaseApiSite>>;
beforeAll(async () => {
  site = await startReleaseApiSite();
});
afterAll(() => site.close());

const files = build('signed by its team');
const release = { remote: 'gallery', version: getVersion(files), files: hashAll(files), commit: 'abcdef1', gate: { browser: 'passed' as const } };
const statement = { commit: 'abcdef1', browser: 'passed' };

describe('RLS-05 an upload by a team with keys', () => {
  const [key, old, foreign] = [createSigningKey(), createSigningKey(), createSigningKey()];
  beforeAll(async () => {
    const at = new Date().toISOString();
    for (const { publicKey } of [key, old]) await site.store.changeRegistry(addTeamKey('gallery', publicKey, at));
    await site.store.changeRegistry(addTeamKey('news', foreign.publicKey, at));
    await site.store.changeRegistry(retireKey(old.id, at));
  });

  it.each([
    ['without a signature', {}],
    ["with another team's key", { signature: signForTeam(release, foreign) }],
    ['with a retired key', { signature: signForTeam(release, old) }],
    ['with a signature of another version', { signature: signForTeam({ ...release, version: '1.0.0-0a1b2c3d4e' }, key) }],
    ['with a signature of other files', { signature: signForTeam({ ...release, files: { ...release.files, [`browser/${ENTRY}`]: '' } }, key) }],
    ['with a signature of another remote', { signature: signForTeam({ ...release, remote: 'news' }, key) }],
    ['with a signature of another commit', { signature: signForTeam({ ...release, commit: 'abcdef2' }, key) }],
    ['with a signature of other checks', { signature: signForTeam({ ...release, gate: { browser: 'skipped' } }, key) }],
    ['with the id of another key', { signature: { ...signForTeam(release, foreign), key: key.id } }],
    ['with a trailing space in the signature', { signature: { key: key.id, value: `${signForTeam(release, key).value} ` } }],
  ])('is rejected %s', async (_name, signature) => {
    const response = await site.upload(files, { description: { ...statement, ...signature } });
    expect([response.statusCode, response.json().message]).toEqual([422, expect.stringContaining('is not signed with a key of the team of gallery')]);
    expect(await site.store.isPublished('gallery', release.version)).toBe(false);
  });

  it('is published with its signature, which every host verifies', async () => {
    const response = await site.upload(files, { description: { ...statement, signature: signForTeam(release, key) } });
    expect(response.statusCode).toBe(200);
    expect((await site.store.readRelease('gallery', release.version)).team).toEqual(signForTeam(release, key));
  });
});
