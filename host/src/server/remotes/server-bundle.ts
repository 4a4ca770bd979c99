import { readFile } from 'node:fs/promises';
import { sha256 } from '@site/releases/release-files';

/** Locates the server bundle of one version. */
export interface ServerBundle {
  readonly remote: string;
  readonly version: string;
  readonly file: string;
  readonly hash: string;
  readonly publicPath: string;
  /** The paths that the remote owns; its other routes are dropped. */
  readonly paths: readonly string[];
}

/** Reads a bundle's code. Throws if the file is missing or is not the published one. */
export const readServerBundle = async ({ file, hash }: ServerBundle): Promise<string> => {
  const code = await readFile(file);
  if (sha256(code) !== hash) throw new Error(`${file} is not the published file`);
  return code.toString('utf8');
};
