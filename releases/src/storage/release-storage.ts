export interface StoredFile {
  readonly key: string;
  /** Unix time in milliseconds. */
  readonly modifiedAt: number;
}

/**
 * Stores files by key, for example `gallery/1.0.0-0a1b2c3d4e/release.json`, in a folder or a bucket. A reader sees either the complete content or nothing.
 * Every function throws a StorageUnavailableError if the storage cannot be reached.
 */
export interface ReleaseStorage {
  /** Lists only the keys. In a folder this is cheaper, because no file is examined. */
  listKeys(prefix: string): Promise<string[]>;
  /** Lists the files below a prefix, which ends with `/` or is empty for all files. Omits files that are still being written. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Returns undefined if the file does not exist. Throws if it cannot be read, or if it or one of its parent folders is a link. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a file; returns false if it already exists. Only one of several concurrent writers succeeds. */
  create(key: string, content: Buffer | string): Promise<boolean>;
  /** Writes or replaces a file. */
  replace(key: string, content: Buffer | string): Promise<void>;
  /** Removes a file, or does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Throws a SettingError if `create` could overwrite another writer's file. */
  requireExclusiveCreation(): Promise<void>;
}

/** The storage does not respond, or rejects every request. The stored content may be intact. */
export class StorageUnavailableError extends Error {}
