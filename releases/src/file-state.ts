import type { Stats } from 'node:fs';

/** Maximum number of files whose state is remembered. */
const VERIFIED_LIMIT = 5000;

/** Returns a fingerprint that changes whenever a file changes. Resetting the modification time does not hide a change, because it updates the ctime. */
export const describeState = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

/** Remembers the state in which a file matched the hash in its manifest, so that an unchanged file is not hashed again. */
export class VerifiedFiles {
  readonly #states = new Map<string, string>();

  /** `status` was read before the file, so a change in the meantime results in a different state. */
  add(key: string, status: Stats, hash: string | undefined): void {
    if (this.#states.size >= VERIFIED_LIMIT) this.#states.clear();
    this.#states.set(key, `${describeState(status)}:${hash}`);
  }

  has(key: string, status: Stats, hash: string | undefined): boolean {
    return this.#states.get(key) === `${describeState(status)}:${hash}`;
  }
}
