import type { Stats } from 'node:fs';

/** Maximum number of files whose state is remembered. */
const VERIFIED_LIMIT = 5000;

/** It changes with every change of a file: who sets the time of the content back changes that of the status. */
export const describeState = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

/** Remembers in which state a file had the hash that its manifest names, so that it is not read again for that. */
export class VerifiedFiles {
  readonly #states = new Map<string, string>();

  /** `status` is from before the file was read: a change in the meantime results in another state. */
  add(key: string, status: Stats, hash: string | undefined): void {
    if (this.#states.size >= VERIFIED_LIMIT) this.#states.clear();
    this.#states.set(key, `${describeState(status)}:${hash}`);
  }

  has(key: string, status: Stats, hash: string | undefined): boolean {
    return this.#states.get(key) === `${describeState(status)}:${hash}`;
  }
}
