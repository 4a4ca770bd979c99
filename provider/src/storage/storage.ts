/** Everything below one name: the files of an image. */
export interface StoredFolder {
  readonly name: string;
  /** The last change, in milliseconds by the clock of the storage. */
  readonly changedAt: number;
}

/** Stores original and derived images. Keys are `folder/name` of letters, digits, dots, dashes and underscores. */
export interface Storage {
  /** Durable when the promise resolves; no reader sees a partial file. */
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Removes everything below that folder. */
  removeAll(prefix: string): Promise<void>;
  listFolders(): Promise<StoredFolder[]>;
}
