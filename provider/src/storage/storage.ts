/** Stores original and derived images. Keys are `folder/name` of letters, digits, dots, dashes and underscores. */
export interface Storage {
  /** Stores a file atomically: no reader sees a partial file. The file is durable when the promise resolves. */
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  removeAll(prefix: string): Promise<void>;
  /** Returns the names of all folders. A folder contains, for example, all files of an image. */
  listFolders(): Promise<string[]>;
  /** Returns the time of a folder's last change in milliseconds by the storage's clock, or null if there is no such folder. */
  getChangeTime(folder: string): Promise<number | null>;
}
