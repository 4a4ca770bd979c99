import { SettingError } from '@site/shared/domain/environment';
import * as v from 'valibot';
import { createGenerationLog, type GenerationLog } from './generation-log.ts';
import { MANIFEST, releaseManifestSchema } from './manifest.ts';
import { addVersionDigests } from './manifest-signing.ts';
import { parseUnsigned, type RegistryCodec } from './registry-codec.ts';
import { createRegistryStore } from './registry-store.ts';
import { hashFiles } from './release-files.ts';
import type { KeyFolder } from './signing/key-folder.ts';
import { type Signature, splitSignature, toSignedText } from './signing/signed-text.ts';
import type { SigningKey } from './signing/signing-keys.ts';
import { type ReleaseStorage, StorageUnavailableError } from './storage/release-storage.ts';

interface AdoptionOptions {
  readonly storage: ReleaseStorage;
  readonly log: GenerationLog;
  /** This machine's folder of the store, in which earlier commits have backed the registry up. */
  readonly local: ReleaseStorage;
  readonly keys: KeyFolder;
  readonly codec: RegistryCodec;
  /** Receives one line when a store has been adopted. */
  readonly onAdopted: (line: string) => void;
}

const findSignature = (text: string): Signature | undefined => {
  try {
    return splitSignature(text).signature;
  } catch {
    return undefined;
  }
};

/**
 * Signs a store that earlier commits have written without signatures: its manifests, then its registry as a new generation. Only between the first start, which
 * makes the keys, and the end of the adoption: from then on nothing unsigned is used.
 */
export const createAdoption = ({ storage, log, local, keys, codec, onAdopted }: AdoptionOptions) => {
  const unsigned = createRegistryStore({
    log,
    backup: createGenerationLog(local, 'registry-backup/'),
    codec: { parse: parseUnsigned, parseBackup: parseUnsigned, format: codec.format },
  });

  /** The signature of the newest generation that has one. */
  const findRegistrySignature = async (): Promise<Signature | undefined> => {
    for (const generation of await log.list()) {
      const signature = findSignature(await log.read(generation).catch(() => ''));
      if (signature !== undefined) return signature;
    }
    return undefined;
  };

  /** Throws a SettingError unless a signature is of this machine's own keys: another one's store must not be taken over with new ones. */
  const requireOwnKey = async ({ key }: Signature): Promise<void> => {
    if ((await codec.createFindKey(undefined)(key)) === undefined)
      throw new SettingError('DATA_DIR: the release store was signed on another machine. Copy the folder "keys" from the DATA_DIR of a host of this site.');
  };

  /** Returns the digests of all versions, as `<remote>/<version>`. */
  const signManifests = async (key: SigningKey): Promise<ReadonlyMap<string, string>> => {
    const digests = new Map<string, string>();
    for (const { key: path } of await storage.list('')) {
      const [remote = '', version = '', file, ...rest] = path.split('/');
      if (file !== MANIFEST || rest.length > 0) continue;
      const text = (await storage.read(path))?.toString('utf8') ?? '';
      try {
        const { content, signature } = splitSignature(text);
        const release = v.parse(releaseManifestSchema, content);
        if (signature === undefined) await storage.replace(path, toSignedText('release', content, key));
        else await requireOwnKey(signature);
        digests.set(`${remote}/${version}`, hashFiles(release.files));
      } catch (error) {
        // A damaged one stays as it is, and unusable.
        if (error instanceof StorageUnavailableError || error instanceof SettingError) throw error;
      }
    }
    return digests;
  };

  /** False when another process has written a generation in the meantime. */
  const signRegistry = async (digests: ReadonlyMap<string, string>): Promise<boolean> => {
    const { registry, highest } = await unsigned.inspect();
    if (highest === 0) return true;
    // Keys are listed where an administrator removed a signature after the keys were lost.
    const { generation: _previous, keys: _lost, ...content } = registry;
    const bound = await addVersionDigests(content, async (remote, version) => digests.get(`${remote}/${version}`));
    const next = await codec.format({ ...bound, generation: highest + 1, at: new Date().toISOString() }, {});
    if (!(await log.create(next.registry.generation, next.text))) return false;
    onAdopted(
      `The release store was not signed: generation ${next.registry.generation} and ${digests.size} versions now are, with a key in DATA_DIR/keys. Back this folder up, and copy it to every host of the site.`,
    );
    return true;
  };

  /** Throws a SettingError when the store was signed with other keys. */
  const adopt = async (): Promise<void> => {
    await keys.read();
    if (!(await keys.canAdopt())) return;
    for (;;) {
      const signature = await findRegistrySignature();
      if (signature !== undefined) await requireOwnKey(signature);
      else if (!(await signRegistry(await signManifests(await codec.getSigningKey({}))))) continue;
      return keys.endAdoption();
    }
  };

  let adopting: Promise<void> | undefined;
  return (): Promise<void> => {
    adopting ??= adopt().catch((error: unknown) => {
      adopting = undefined;
      // Tried again at the next reading.
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
    return adopting;
  };
};
