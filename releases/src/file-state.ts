import type { Stats } from 'node:fs';

/** Maximum number of files whose state is remembered. */
const VERIFIED_LIMIT = 5000;

/** Returns a fingerprint that changes whenever a file changes: resetting the modification time still changes the status time. */
export const describeState = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

/** Remembers the state in which a file matched the hash in its manifest, so that an unchanged file is not hashed again. */
export class VerifiedFiles {
  readonly #states = new Map<string, string>();

  /** `status` was taken before the file was read, so a change in the meantime results in a different state. */
  add(key: string, status: Stats, hash: string | undefined): void {
    if (this.#states.size >= VERIFIED_LIMIT) this.#states.clear();
    this.#states.set(key, `${describeState(status)}:${hash}`);
  }

  has(key: string, status: Stats, hash: string | undefined): boolean {
    return this.#states.get(key) === `${describeState(status)}:${hash}`;
  }
}
