/** Where originals and derived pictures are kept. Keys are `folder/name` of letters, digits, dots, dashes and underscores. */
export interface Storage {
  /** Kept durably when the promise resolves; half a file is never seen. */
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Removes everything below that folder. */
  removeAll(prefix: string): Promise<void>;
}
