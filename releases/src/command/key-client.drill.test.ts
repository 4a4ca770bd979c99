/** @jest-environment node */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addRegistryKey, isValidKey } from '../key-changes.ts';
import { signForTeam } from '../manifest-signing.ts';
import { createReleaseStore } from '../release-store.ts';
import { toSignedText } from '../signing/signed-text.ts';
import { createSigningKey, parseSigningKey, type SigningKey } from '../signing/signing-keys.ts';
import { createKeyClient, printNewKey } from './key-client.ts';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const say = (line: string): void => void lines.push(line);
const open = () => createReleaseStore(join(folder, 'releases'));
const client = () => createKeyClient({ store: open(), say });
const listKeyFiles = (): string[] => readdirSync(join(folder, 'keys')).filter((name) => name.endsWith('.pem'));
const getGalleryPath = (version: string, file: string): string => join(folder, 'releases/gallery', version, file);

const build = (content: string): string => {
  const dist = join(folder, 'dist');
  for (const side of ['browser', 'server']) mkdirSync(join(dist, side), { recursive: true });
  writeFileSync(join(dist, 'browser/entry.js'), content);
  writeFileSync(join(dist, 'browser/build.json'), JSON.stringify({ contract: 2, entry: 'entry.js', chunks: {}, paths: ['/gallery'], isPrivate: false }));
  writeFileSync(join(dist, 'server/routes.cjs'), content);
  return dist;
};
const deploy = async (content: string): Promise<string> => {
  const release = await open().publish('gallery', '1.0.0', build(content));
  await open().activate(release);
  return release.version;
};
/** Publishes a team's upload as a host does. */
const upload = async (content: string, key: SigningKey) => {
  const unsignedRelease = await open().publish('gallery', '1.0.0', build(content));
  rmSync(getGalleryPath(unsignedRelease.version, 'release.json'));
  const gate = { browser: 'skipped' } as const;
  return open().publish('gallery', '1.0.0', build(content), { gate, team: signForTeam({ ...unsignedRelease, gate }, key) });
};

describe('RLS-05 keys', () => {
  it('are created at the first start, are readable by their owner only, and persist', async () => {
    await open().prepare();
    const [file = ''] = listKeyFiles();
    const { mode } = statSync(join(folder, 'keys', file));
    expect([mode & 0o777, statSync(join(folder, 'keys')).mode & 0o777]).toEqual([0o600, 0o700]);
    await open().prepare();
    expect(listKeyFiles()).toEqual([file]);
    writeFileSync(join(folder, 'keys', file), 'no key');
    await expect(open().prepare()).rejects.toThrow(`the key ${join(folder, 'keys', file)} cannot be used: it is not a private key`);
  });

  it('of the registry are all listed when a key is added before the first release', async () => {
    await open().prepare();
    const [own = ''] = listKeyFiles();
    await client().add('registry');

    expect((await open().readRegistry()).keys?.map(({ id }) => `registry-${id}.pem`)).toEqual([own, expect.anything()]);
  });

  it('of the registry are rotated: first both are valid, then only the new key, on every machine that has it', async () => {
    const version = await deploy('one');
    const [old = ''] = listKeyFiles();
    const oldId = old.slice('registry-'.length, -'.pem'.length);
    await expect(client().retire(oldId)).rejects.toThrow('This is the only key of the registry');
    const host = open();
    await host.inspectRegistry();

    await client().add('registry');
    await deploy('two');
    const stolenKey = readFileSync(join(folder, 'keys', old));
    const before = readFileSync(join(folder, 'releases/registry/00000002.json'));
    await client().retire(oldId);
    const third = await deploy('three');

    expect(listKeyFiles()).not.toContain(old);
    for (const store of [host, open()]) {
      expect(await store.inspectRegistry()).toMatchObject({
        state: 'current',
        registry: { generation: 5, remotes: { gallery: { history: [third, expect.anything(), version] } } },
      });
      await store.readCompleteRelease('gallery', version);
    }
    await client().verify('');
    expect(lines.at(-1)).toBe('The signatures of the registry and 3 versions are valid.');
    await expect(client().verify('galery')).rejects.toThrow('There is no remote "galery". Remotes: gallery');

    // The thief cannot continue with the old key.
    const thiefFolder = mkdtempSync(join(folder, 'thief-'));
    mkdirSync(join(thiefFolder, 'keys'));
    writeFileSync(join(thiefFolder, 'keys', old), stolenKey);
    mkdirSync(join(thiefFolder, 'releases/registry'), { recursive: true });
    writeFileSync(join(thiefFolder, 'releases/registry/00000002.json'), before);
    for (const action of ['allow', 'hide', 'allow', 'hide'] as const) await createReleaseStore(join(thiefFolder, 'releases')).setLinks('gallery', action);
    cpSync(join(thiefFolder, 'releases/registry/00000006.json'), join(folder, 'releases/registry/00000006.json'));
    expect(await host.inspectRegistry()).toMatchObject({
      state: 'damaged',
      reason: expect.stringContaining(`the key "${oldId}", which is not trusted here`),
      registry: { generation: 5 },
    });
  });

  it('of the registry that were stolen: versions that only they vouch for are not signed again, and no other key of the thief stays valid', async () => {
    const [one, two] = [await deploy('one'), await deploy('two')];
    const [oldId = ''] = listKeyFiles().map((name) => name.slice('registry-'.length, -'.pem'.length));
    // Simulate a thief who has the key and can write to the store.
    const { version: forgedVersion } = await open().publish('gallery', '1.0.0', build('forged'));
    const foreignKey = createSigningKey();
    await open().changeRegistry(addRegistryKey(foreignKey.publicKey, new Date().toISOString()));
    const manifest = readFileSync(getGalleryPath(forgedVersion, 'release.json'), 'utf8');
    await client().add('registry');
    lines = [];
    await client().retire(oldId, { isStolen: true });

    const { keys = [] } = await open().readRegistry();
    expect(keys.filter(isValidKey).map(({ id }) => `registry-${id}.pem`)).toEqual(listKeyFiles());
    expect(keys.find(({ id }) => id === foreignKey.id)?.retiredAt).toBeDefined();
    for (const version of [one, two]) await open().readCompleteRelease('gallery', version);
    expect(readFileSync(getGalleryPath(forgedVersion, 'release.json'), 'utf8')).toBe(manifest);
    await expect(open().readRelease('gallery', forgedVersion)).rejects.toThrow(`the key "${oldId}", which is not trusted here`);
    expect([...lines].sort()).toEqual(
      [
        `gallery/${one}  signed again`,
        `gallery/${two}  signed again`,
        `gallery/${forgedVersion}  NOT SIGNED AGAIN: no host uses it any more`,
        `The key ${oldId} is retired: new signatures made with it are rejected.`,
        `The key ${foreignKey.id} is retired: new signatures made with it are rejected.`,
        'If you do not recognise one of the re-signed versions: npm run releases -- mark-bad <remote> <version>',
      ].sort(),
    );
    // The team can release the version again.
    await open().publish('gallery', '1.0.0', build('forged'));
    await open().readCompleteRelease('gallery', forgedVersion);
  });

  it('of the registry do not sign a version again if its files differ from those in the registry', async () => {
    const one = await deploy('one');
    const [oldId = ''] = listKeyFiles().map((name) => name.slice('registry-'.length, -'.pem'.length));
    const { version: forgedVersion } = await open().publish('gallery', '1.0.0', build('forged'));
    const stolenManifest = JSON.parse(readFileSync(getGalleryPath(forgedVersion, 'release.json'), 'utf8'));
    const key = parseSigningKey(readFileSync(join(folder, 'keys', `registry-${oldId}.pem`), 'utf8'));
    const { signature: _, ...content } = stolenManifest;
    const replaced = toSignedText('release', { ...content, version: one }, key);
    writeFileSync(getGalleryPath(one, 'release.json'), replaced);
    await client().add('registry');
    await client().retire(oldId);

    expect(readFileSync(getGalleryPath(one, 'release.json'), 'utf8')).toBe(replaced);
    expect(lines).toContain(`gallery/${one}  NOT SIGNED AGAIN: no host uses it any more`);
  });

  it('of a team sign its releases until they are retired; earlier releases stay', async () => {
    await deploy('one');
    const [key, next, foreign] = [createSigningKey(), createSigningKey(), createSigningKey()];
    await client().add('gallery', key.publicKey);
    await client().add('gallery', next.publicKey);
    const signedRelease = await upload('two', key);
    expect(signedRelease.team).toMatchObject({ key: key.id });
    await expect(upload('three', foreign)).rejects.toThrow('it is not signed by the team of gallery');

    await client().retire(key.id);
    expect((await open().readRelease('gallery', signedRelease.version)).team?.key).toBe(key.id);
    await expect(upload('four', key)).rejects.toThrow('it is not signed by the team of gallery');
    await upload('five', next);
    await expect(client().add('gallery', key.publicKey)).rejects.toThrow('was retired on');
    await expect(client().add('weather', key.publicKey)).rejects.toThrow('There is no remote "weather".');
    await expect(client().add('gallery', 'MCow')).rejects.toThrow('is not an Ed25519 public key');
    lines = [];
    await client().list();
    expect(lines).toEqual([
      expect.stringMatching(/^registry {2}[0-9a-f]{16} {2}MCow.* {2}since 20/),
      expect.stringMatching(new RegExp(`^gallery {2}${key.id} .*, retired 20`)),
      expect.stringMatching(new RegExp(`^gallery {2}${next.id} .* {2}since 20[^,]*$`)),
    ]);
  });

  it('are printed as one line that can be used for signing', () => {
    printNewKey(say);
    expect(parseSigningKey(lines[3] ?? '').publicKey).toBe(lines[1]);
  });

  it('reveal a foreign change: `verify` names the change and fails', async () => {
    const [one, two] = [await deploy('one'), await deploy('two')];
    writeFileSync(getGalleryPath(one, 'browser/added.js'), 'added');
    writeFileSync(getGalleryPath(two, 'server/routes.cjs'), 'changed');
    await expect(client().verify('')).rejects.toThrow('2 of 2 versions cannot be used.');
    expect(lines.sort()).toEqual(
      [
        `gallery  ${one}  CANNOT BE USED: it has files that its manifest does not name`,
        `gallery  ${two}  CANNOT BE USED: gallery ${two}: server/routes.cjs is not the published file`,
        expect.stringMatching(/^registry {2}generation 2, 20/),
      ].sort((a, b) => String(a).localeCompare(String(b))),
    );
  });
});
