import * as v from 'valibot';
import { type ListedKey, type Registry, type ReleaseManifest, releaseManifestSchema } from './manifest.ts';
import type { RegistryContent } from './registry-changes.ts';
import type { RegistryCodec } from './registry-codec.ts';
import type { RegistryStore } from './registry-store.ts';
import { hashFiles, type ParseSignedManifest } from './release-files.ts';
import { createSignature, isSignedWith, readSignedText, type Signature, toSignedText } from './signing/signed-text.ts';
import type { SigningKey } from './signing/signing-keys.ts';

/** Returns the text that a team signs: the version with the hash of every file, and the team's description of the release. */
const getTeamStatement = ({ remote, version, files, commit, gate }: Pick<ReleaseManifest, 'remote' | 'version' | 'files' | 'commit' | 'gate'>): object => ({
  remote,
  version,
  commit,
  browser: gate?.browser,
  // An array keeps the order of the files, which the version's hash depends on.
  files: Object.entries(files),
});

type Statement = Parameters<typeof getTeamStatement>[0];

export const signForTeam = (release: Statement, key: SigningKey): Signature => createSignature('team', getTeamStatement(release), key);

/** Whether one of these keys has signed a release. */
export const isSignedByTeam = (release: Statement, signature: Signature | undefined, keys: readonly ListedKey[]): boolean =>
  signature !== undefined && keys.some(({ id, publicKey }) => id === signature.key && isSignedWith('team', getTeamStatement(release), signature, publicKey));

const wasValid = ({ retiredAt }: ListedKey, at: string): boolean => retiredAt === undefined || Date.parse(at) < Date.parse(retiredAt);

/** Throws with the reason if a team has signed a release with a key that was not valid for its remote at that time. */
const requireTeamSignature = ({ teamKeys }: Pick<Registry, 'teamKeys'>, release: ReleaseManifest): void => {
  const { remote, team, createdAt } = release;
  if (team === undefined) return;
  const listed = teamKeys?.[remote]?.filter((key) => wasValid(key, createdAt)) ?? [];
  if (!isSignedByTeam(release, team, listed)) throw new Error(`it is not signed by the team of ${remote}`);
};

/** Throws if the registry binds this version to different files. */
const requireNamedFiles = ({ digests }: Pick<Registry, 'digests'>, { remote, version, files }: ReleaseManifest): void => {
  const digest = digests?.[`${remote}/${version}`];
  if (digest !== undefined && digest !== hashFiles(files)) throw new Error('the registry names other files');
};

/** Lists the versions in histories and canaries, as `<remote>/<version>`. */
export const listNamedVersions = ({ remotes }: Pick<Registry, 'remotes'>): string[] =>
  Object.entries(remotes).flatMap(([remote, { history, canary }]) =>
    [...history, ...(canary === undefined ? [] : [canary.version])].map((version) => `${remote}/${version}`),
  );

/** Adds the digests of the versions that a registry names, and keeps existing ones. `getDigest` returns undefined for a version that cannot be read. */
export const addVersionDigests = async (
  content: RegistryContent,
  getDigest: (remote: string, version: string) => Promise<string | undefined>,
): Promise<RegistryContent> => {
  const digests: Record<string, string> = {};
  for (const name of listNamedVersions(content)) {
    const [remote = '', version = ''] = name.split('/');
    const digest = content.digests?.[name] ?? (await getDigest(remote, version));
    if (digest !== undefined) digests[name] = digest;
  }
  return { ...content, digests };
};

interface ManifestSigningOptions {
  readonly registry: Pick<RegistryStore, 'inspect' | 'readLastKnown'>;
  readonly codec: Pick<RegistryCodec, 'createFindKey' | 'getSigningKey'>;
}

/** Signs the manifests of releases with the registry's key, and verifies them against the newest registry. */
export const createManifestSigning = ({ registry, codec }: ManifestSigningOptions) => {
  const verify = async (text: string, trusted: Registry): Promise<ReleaseManifest> => {
    const release = v.parse(releaseManifestSchema, await readSignedText('release', text, codec.createFindKey(trusted)));
    requireTeamSignature(trusted, release);
    requireNamedFiles(trusted, release);
    return release;
  };

  const parseSignedManifest: ParseSignedManifest = async (text) => {
    const knownRegistry = await registry.readLastKnown();
    try {
      return await verify(text, knownRegistry);
    } catch (error) {
      // A newer registry may list a different key.
      const newest = (await registry.inspect()).registry;
      if (newest.generation === knownRegistry.generation) throw error;
      return verify(text, newest);
    }
  };

  /** Returns a signed manifest as text. Throws a ReleaseError if this machine has no key. */
  const toText = async (release: object): Promise<string> => toSignedText('release', release, await codec.getSigningKey(await registry.readLastKnown()));

  /** Signs an existing manifest with another key; returns undefined if no host would use the manifest. */
  const renewSignature = async (text: string, key: SigningKey): Promise<string | undefined> => {
    const knownRegistry = await registry.readLastKnown();
    try {
      await verify(text, knownRegistry);
      return toSignedText('release', await readSignedText('release', text, codec.createFindKey(knownRegistry)), key);
    } catch {
      return undefined;
    }
  };

  return { parseSignedManifest, toText, renewSignature };
};
export type ManifestSigning = ReturnType<typeof createManifestSigning>;
