/** Stores original and derived images. Keys have the form `folder/name` and consist of letters, digits, dots, dashes and underscores. */
export interface Storage {
  /** Stores a file atomically: no reader ever sees a partial file. The file is durable once the promise resolves. */
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  removeAll(prefix: string): Promise<void>;
  /** Returns the names of all folders. For example, one folder contains all files of an image. */
  listFolders(): Promise<string[]>;
  /** Returns when a folder last changed, in milliseconds by the storage's clock, or null if there is no such folder. */
  getChangeTime(folder: string): Promise<number | null>;
}
