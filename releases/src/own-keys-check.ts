import { SettingError } from '@site/shared/domain/environment';
import type { GenerationLog } from './generation-log.ts';
import type { RegistryCodec } from './registry-codec.ts';
import type { KeyFolder } from './signing/key-folder.ts';
import { splitSignature } from './signing/signed-text.ts';
import { StorageUnavailableError } from './storage/release-storage.ts';

interface OwnKeysOptions {
  readonly log: GenerationLog;
  /** Generations that this machine has accepted. */
  readonly backup: GenerationLog;
  readonly keys: Pick<KeyFolder, 'read'>;
  readonly codec: Pick<RegistryCodec, 'createFindKey'>;
}

/** Returns the id of the key that signed a generation, or undefined if the generation is unsigned or unreadable. */
const readSigner = async (log: GenerationLog, generation: number): Promise<string | undefined> => {
  try {
    return splitSignature(await log.read(generation)).signature?.key;
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    return undefined;
  }
};

/**
 * Creates the keys on the first start. Throws a SettingError if this machine has not accepted any generation and other keys have signed all of them, because a
 * machine with new keys must not take over another site's store. Succeeds once per process; if the store is unreachable, the next call checks it again.
 */
export const createOwnKeysCheck = ({ log, backup, keys, codec }: OwnKeysOptions) => {
  const check = async (): Promise<void> => {
    await keys.read();
    if ((await backup.list().catch(() => [])).length > 0) return;
    const findKey = codec.createFindKey(undefined);
    let isForeign = false;
    for (const generation of await log.list()) {
      const signer = await readSigner(log, generation);
      if (signer !== undefined && (await findKey(signer)) !== undefined) return;
      isForeign ||= signer !== undefined;
    }
    if (isForeign)
      throw new SettingError('DATA_DIR: the release store was signed on another machine. Copy the folder "keys" from the DATA_DIR of a host of this site.');
  };

  let pendingCheck: Promise<void> | undefined;
  return (): Promise<void> => {
    pendingCheck ??= check().catch((error: unknown) => {
      pendingCheck = undefined;
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
    return pendingCheck;
  };
};
