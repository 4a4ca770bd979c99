import { addRegistryKey, isValidKey, retireKey } from './key-changes.ts';
import type { Registry } from './manifest.ts';
import { listNamedVersions, type ManifestSigning } from './manifest-signing.ts';
import type { RegistryChange } from './registry-changes.ts';
import type { RegistryCodec } from './registry-codec.ts';
import type { RegistryStore } from './registry-store.ts';
import type { KeyFolder } from './signing/key-folder.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

interface StoreKeysOptions {
  readonly storage: ReleaseStorage;
  readonly registry: Pick<RegistryStore, 'inspect' | 'update'>;
  readonly codec: Pick<RegistryCodec, 'getSigningKey'>;
  readonly keys: Pick<KeyFolder, 'read' | 'reload' | 'add' | 'remove'>;
  readonly manifests: Pick<ManifestSigning, 'renewSignature'>;
  /** Lists the storage keys of all manifests. */
  readonly listManifests: () => Promise<string[]>;
}

/** How retiring a registry key affects the versions in the store, each as `<remote>/<version>`. */
interface Retirement {
  /** Ids of the keys that are no longer valid. */
  readonly retiredKeys: readonly string[];
  /** Versions that are now signed with a remaining key. */
  readonly signedVersions: readonly string[];
  /** Versions that hosts no longer use. */
  readonly droppedVersions: readonly string[];
}

const getName = (manifestPath: string): string => manifestPath.split('/').slice(0, 2).join('/');

const now = (): string => new Date().toISOString();

/** Rotates the registry's keys: a new key is added and copied to every machine, and then the old one is retired. */
export const createStoreKeys = ({ storage, registry, codec, keys, manifests, listManifests }: StoreKeysOptions) => {
  /** Creates a key in this machine's key folder and lists it in the registry. The previous key signs that change. Returns the new id. */
  const addOwnKey = async (): Promise<string> => {
    const at = now();
    // Before the first generation the registry lists no keys.
    const own = (await keys.read()).map((key) => ({ id: key.id, publicKey: key.publicKey, at }));
    const { id, publicKey } = await keys.add();
    await registry.update(async (content) => addRegistryKey(publicKey, at)({ ...content, keys: content.keys ?? own }));
    return id;
  };

  /** Signs the manifests that `isSelected` selects with a remaining key. Manifests that cannot be used stay unchanged. */
  const renewSignatures = async (content: Omit<Registry, 'generation'>, isSelected: (name: string) => boolean): Promise<Omit<Retirement, 'retiredKeys'>> => {
    const key = await codec.getSigningKey(content);
    const [signedVersions, droppedVersions]: [string[], string[]] = [[], []];
    for (const path of await listManifests()) {
      const name = getName(path);
      const text = isSelected(name) ? await storage.read(path) : undefined;
      const renewedText = text === undefined ? undefined : await manifests.renewSignature(text.toString('utf8'), key);
      if (renewedText !== undefined) await storage.replace(path, renewedText);
      (renewedText === undefined ? droppedVersions : signedVersions).push(name);
    }
    return { signedVersions, droppedVersions };
  };

  /**
   * Retires a key of the registry or of a team. `isStolen`: re-signs only the versions that the registry names, not those that only the key vouches for, and
   * also retires registry keys that this machine does not have. Throws a ReleaseError for the last registry key, or if this machine has no other key.
   */
  const retireListedKey = async (id: string, { isStolen = false } = {}): Promise<Retirement> => {
    const at = now();
    const { registry: before } = await registry.inspect();
    const isRegistryKey = before.keys?.some((key) => key.id === id) === true;
    const own = new Set((await keys.reload()).map((key) => key.id));
    // The thief may have listed another key.
    const listRetiredKeys = ({ keys: listed = [] }: Pick<Registry, 'keys'>): string[] => [
      id,
      ...listed.filter((key) => isRegistryKey && isStolen && key.id !== id && isValidKey(key) && !own.has(key.id)).map((key) => key.id),
    ];
    const change: RegistryChange = (content) => listRetiredKeys(content).reduce((changed, each) => retireKey(each, at)(changed), content);
    const named = new Set(listNamedVersions(before));
    const result = isRegistryKey ? await renewSignatures(change(before), (name) => !isStolen || named.has(name)) : { signedVersions: [], droppedVersions: [] };
    let retiredKeys: readonly string[] = [];
    await registry.update(async (content) => {
      retiredKeys = listRetiredKeys(content);
      return change(content);
    });
    if (isRegistryKey) await keys.remove(id);
    return { retiredKeys, ...result };
  };

  return { addRegistryKey: addOwnKey, retireKey: retireListedKey };
};
