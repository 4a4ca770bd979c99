import * as v from 'valibot';
import { isValidKey } from './key-changes.ts';
import { type ListedKey, type Registry, registrySchema } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import type { KeyFolder } from './signing/key-folder.ts';
import { type FindKey, readSignedText, splitSignature, toSignedText } from './signing/signed-text.ts';
import type { SigningKey } from './signing/signing-keys.ts';

const requireGeneration = (content: object, generation: number): Registry => {
  const registry = v.parse(registrySchema, content);
  if (registry.generation !== generation) throw new Error(`it contains generation ${registry.generation}`);
  return registry;
};

/** Returns the newest listed key whose private key this machine has. Without a list, every key of this machine counts. */
const chooseKey = (own: readonly SigningKey[], listed: readonly ListedKey[] | undefined): SigningKey | undefined =>
  listed === undefined ? own[0] : [...listed].reverse().flatMap(({ id }) => own.filter((key) => key.id === id))[0];

/** Signs and verifies a store's texts with the registry's keys: this machine's private keys, and the keys that a trusted registry lists. */
export const createRegistryCodec = (keys: KeyFolder) => {
  /** Finds keys that a registry trusts: those that it lists, and this machine's own, except retired keys. */
  const createFindKey =
    (trusted: Pick<Registry, 'keys'> | undefined): FindKey =>
    async (id) => {
      const listed = trusted?.keys?.find((key) => key.id === id);
      if (listed !== undefined) return isValidKey(listed) ? listed.publicKey : undefined;
      const findOwnKey = (own: readonly SigningKey[]): string | undefined => own.find((key) => key.id === id)?.publicKey;
      return findOwnKey(await keys.read()) ?? findOwnKey(await keys.reload());
    };

  /** Returns a key of this machine that both a registry and its predecessor list as valid. Throws a ReleaseError if there is none. */
  const getSigningKey = async ({ keys: listed }: Pick<Registry, 'keys'>, before: Pick<Registry, 'keys'> = { keys: listed }): Promise<SigningKey> => {
    const wasValid = ({ id }: ListedKey): boolean => before.keys?.some((key) => key.id === id && isValidKey(key)) ?? true;
    const key = chooseKey(
      await keys.reload(),
      listed?.filter((each) => isValidKey(each) && wasValid(each)),
    );
    if (key === undefined)
      throw new ReleaseError('This machine has no valid key of the registry: copy the folder `keys` of DATA_DIR from a machine that can release.');
    return key;
  };

  return {
    createFindKey,
    getSigningKey,
    /** Parses a registry. Throws, saying why, unless one of the keys that `trusted` lists as valid, or one of this machine's keys, signed it for this generation. */
    parse: async (text: string, generation: number, trusted: Registry | undefined): Promise<Registry> =>
      requireGeneration(await readSignedText('registry', text, createFindKey(trusted)), generation),
    /** Parses a copy on this machine's disk. It only has to be undamaged, because another machine's key may have signed it. */
    parseBackup: async (text: string, generation: number): Promise<Registry> => {
      const { keys: listed } = v.parse(registrySchema, splitSignature(text).content);
      return requireGeneration(await readSignedText('registry', text, createFindKey({ keys: listed })), generation);
    },
    /** Formats and signs a registry, which lists its signing key. `before`: the previous registry, whose keys hosts trust. */
    format: async (registry: Registry, before: Pick<Registry, 'keys'>): Promise<{ readonly text: string; readonly registry: Registry }> => {
      const key = await getSigningKey(registry, before);
      const signedRegistry = { ...registry, keys: registry.keys ?? [{ id: key.id, publicKey: key.publicKey, at: registry.at ?? '' }] };
      return { text: toSignedText('registry', signedRegistry, key), registry: signedRegistry };
    },
  };
};
export type RegistryCodec = ReturnType<typeof createRegistryCodec>;
