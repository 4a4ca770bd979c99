import { SBOM } from '@site/shared/build/build-manifest';
import * as v from 'valibot';
import { createCallLog } from '../call-log.ts';
import { addTeamKey, isValidKey } from '../key-changes.ts';
import type { ListedKey } from '../manifest.ts';
import { ReleaseError } from '../release-error.ts';
import { openHistory } from '../release-history.ts';
import type { ReleaseStore } from '../release-store.ts';
import { createSigningKey, getKeyId, publicKeyText, type SigningKey, toKeyLine } from '../signing/signing-keys.ts';
import { getLocalActor } from './local-target.ts';
import { toUnknownRemoteError } from './usage.ts';

interface KeyClientOptions {
  readonly store: ReleaseStore;
  readonly say: (line: string) => void;
}

/** The name that commands use for the registry's own keys. */
const REGISTRY = 'registry';

const sayPrivateKey = (say: (line: string) => void, key: SigningKey): void => {
  say('The private key, for RELEASE_KEY on the machine that releases. It is shown only once:');
  say(toKeyLine(key));
};

/** Prints a new key pair, which is not stored anywhere. */
export const printNewKey = (say: (line: string) => void): void => {
  const key = createSigningKey();
  say('The public key, for an administrator of the site (npm run releases -- keys add <remote> <public key>):');
  say(key.publicKey);
  sayPrivateKey(say, key);
};

/** Lists, adds and retires the keys of the registry and of teams, and verifies their signatures. Only administrators use it, on the server. */
export const createKeyClient = ({ store, say }: KeyClientOptions) => {
  const actor = getLocalActor();
  const { record } = createCallLog({ history: openHistory(store), onFailure: (reason) => say(`The history cannot be written: ${reason}`) });

  const list = async (): Promise<void> => {
    const { keys = [], teamKeys = {} } = await store.readRegistry();
    const describe = (owner: string, { id, publicKey, at, retiredAt }: ListedKey): void =>
      say(`${owner}  ${id}  ${publicKey}  since ${at}${retiredAt === undefined ? '' : `, retired ${retiredAt}`}`);
    for (const key of keys) describe(REGISTRY, key);
    for (const [remote, listed] of Object.entries(teamKeys)) for (const key of listed) describe(remote, key);
    if (keys.length === 0) say('The registry lists its key with the first change.');
  };

  /** Lets a team sign with the given key. Without a key, creates a pair and prints the private key. */
  const addForTeam = async (remote: string, givenKey?: string): Promise<void> => {
    if (givenKey !== undefined && !v.is(publicKeyText, givenKey))
      throw new ReleaseError(`"${givenKey}" is not an Ed25519 public key in base64 (SPKI, 60 characters).`);
    const key = givenKey === undefined ? createSigningKey() : undefined;
    const publicKey = key?.publicKey ?? givenKey ?? '';
    const id = getKeyId(publicKey);
    await record({ actor, action: 'add-key', remote, detail: id }, () => store.changeRegistry(addTeamKey(remote, publicKey, new Date().toISOString())));
    say(`Uploads of ${remote} must be signed from now on; the key ${id} is accepted.`);
    if (key !== undefined) sayPrivateKey(say, key);
  };

  const add = async (owner: string, given?: string): Promise<void> => {
    if (owner !== REGISTRY) return addForTeam(owner, given);
    if (given !== undefined) throw new ReleaseError('A key of the registry is made on the server, in DATA_DIR/keys.');
    const id = await record({ actor, action: 'add-key', detail: REGISTRY }, store.addRegistryKey);
    say(`The key ${id} can now sign the registry too. Copy DATA_DIR/keys to every other machine that uses this store, then retire the old key.`);
  };

  const retire = async (id: string, options: { readonly isStolen?: boolean } = {}): Promise<void> => {
    const { retiredKeys, signedVersions, droppedVersions } = await record({ actor, action: 'retire-key', detail: id }, () => store.retireKey(id, options));
    for (const name of signedVersions) say(`${name}  signed again`);
    for (const name of droppedVersions) say(`${name}  NOT SIGNED AGAIN: no host uses it any more`);
    for (const each of retiredKeys) say(`The key ${each} is retired: new signatures made with it are rejected.`);
    if (signedVersions.length > 0) say('If you do not recognise one of the re-signed versions: npm run releases -- mark-bad <remote> <version>');
  };

  /** Verifies every signature and every file in the store, or only those of one remote. Throws a ReleaseError with the number of damaged versions. */
  const verify = async (onlyRemote: string): Promise<void> => {
    const { registry, state, reason = '' } = await store.inspectRegistry();
    const isCurrent = state === 'current';
    say(isCurrent ? `registry  generation ${registry.generation}, ${registry.at ?? 'empty'}` : `registry  ${state}: ${reason}`);
    let damagedCount = 0;
    const all = (await store.listVersions()).map((name) => name.split('/'));
    const names = all.filter(([remote]) => onlyRemote === '' || remote === onlyRemote);
    if (onlyRemote !== '' && names.length === 0)
      throw toUnknownRemoteError(
        onlyRemote,
        all.map(([remote = '']) => remote),
      );
    for (const [remote = '', version = ''] of names) {
      const result = await store.verify(remote, version);
      if ('problem' in result) damagedCount += 1;
      const notes =
        'problem' in result
          ? [`CANNOT BE USED: ${result.problem}`]
          : [
              result.release.team === undefined ? 'without the signature of a team' : `signed by the team with ${result.release.team.key}`,
              result.release.commit === undefined ? 'no commit' : `commit ${result.release.commit}`,
              result.release.files[SBOM] === undefined ? 'no SBOM' : 'SBOM',
            ];
      say(`${remote}  ${version}  ${notes.join(', ')}`);
    }
    if (damagedCount > 0 || !isCurrent)
      throw new ReleaseError(`${damagedCount} of ${names.length} versions cannot be used${isCurrent ? '' : ', and the registry is not current'}.`);
    say(`The signatures of the registry and ${names.length} versions are valid.`);
  };

  return {
    list,
    add,
    retire,
    verify,
    addForTeam,
    hasTeamKey: async (remote: string) => (await store.readRegistry()).teamKeys?.[remote]?.some(isValidKey) === true,
  };
};
