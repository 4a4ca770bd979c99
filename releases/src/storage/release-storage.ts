export interface StoredFile {
  readonly key: string;
  /** Unix time in milliseconds. */
  readonly modifiedAt: number;
}

/**
 * Files by key, such as `gallery/1.0.0-0a1b2c3d4e/release.json`: below a folder, or the objects of a bucket. No content is ever half-written: a reader gets all of
 * it or none. Every function throws a StorageUnavailableError when the storage cannot be reached.
 */
export interface ReleaseStorage {
  /** The keys of `list`. In a folder that is cheaper: no file is looked at. */
  listKeys(prefix: string): Promise<string[]>;
  /** The files below a prefix, which ends with `/` or is empty for all. Drafts of writers are not among them. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Undefined when there is no such file. Throws when it cannot be read, or when it or a folder on the way to it is a link. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a file unless it exists already: false then. Of several writers one wins. */
  create(key: string, content: Buffer | string): Promise<boolean>;
  /** Writes or replaces a file. */
  replace(key: string, content: Buffer | string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
  /** Throws a SettingError when `create` could overwrite a file that another writer has created. */
  requireExclusiveCreation(): Promise<void>;
}

/** The storage does not respond, or rejects every request. It says nothing about what is stored. */
export class StorageUnavailableError extends Error {}
