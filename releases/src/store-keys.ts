import { addRegistryKey, retireKey } from './key-changes.ts';
import type { Registry } from './manifest.ts';
import type { ManifestSigning } from './manifest-signing.ts';
import type { RegistryCodec } from './registry-codec.ts';
import type { RegistryStore } from './registry-store.ts';
import type { KeyFolder } from './signing/key-folder.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

interface StoreKeysOptions {
  readonly storage: ReleaseStorage;
  readonly registry: Pick<RegistryStore, 'inspect' | 'update'>;
  readonly codec: Pick<RegistryCodec, 'getSigningKey'>;
  readonly keys: Pick<KeyFolder, 'read' | 'add' | 'remove'>;
  readonly manifests: Pick<ManifestSigning, 'signAgain'>;
  /** The storage's keys of all manifests. */
  readonly listManifests: () => Promise<string[]>;
}

const now = (): string => new Date().toISOString();

/** Rotation of the registry's keys: a new one is added, copied to every machine, and then the old one is retired. */
export const createStoreKeys = ({ storage, registry, codec, keys, manifests, listManifests }: StoreKeysOptions) => {
  /** Makes a key in the folder of this machine and lists it. The registry that does so is signed with the key of before. Returns its id. */
  const addOwn = async (): Promise<string> => {
    const at = now();
    // Before the first generation no key is listed.
    const own = (await keys.read()).map((key) => ({ id: key.id, publicKey: key.publicKey, at }));
    const { id, publicKey } = await keys.add();
    await registry.update(async (content) => addRegistryKey(publicKey, at)({ ...content, keys: content.keys ?? own }));
    return id;
  };

  /** Signs all manifests with a key that stays. One that cannot be used stays as it is. */
  const signManifestsAgain = async (content: Omit<Registry, 'generation'>): Promise<void> => {
    const key = await codec.getSigningKey(content);
    for (const path of await listManifests()) {
      const text = await storage.read(path);
      const signed = text === undefined ? undefined : await manifests.signAgain(text.toString('utf8'), key);
      if (signed !== undefined) await storage.replace(path, signed);
    }
  };

  /** Retires a key of the registry, or of a team. Throws a ReleaseError when it is the last one of the registry, or when this machine has no other. */
  const retireListed = async (id: string): Promise<void> => {
    const change = retireKey(id, now());
    const { registry: before } = await registry.inspect();
    const isOfRegistry = before.keys?.some((key) => key.id === id) === true;
    if (isOfRegistry) await signManifestsAgain(change(before));
    await registry.update(async (content) => change(content));
    if (isOfRegistry) await keys.remove(id);
  };

  return { addRegistryKey: addOwn, retireKey: retireListed };
};
