import { readFile } from 'node:fs/promises';
import { sha256 } from '@site/releases/release-files';
import { evaluateServerBundle } from '@site/releases/server-bundle';
import type { RemoteModule } from '@site/shared/remote/remote-contract';
import { singletonModules } from '@site/shared/remote/singletons';

/** Locates the server bundle of one version for the render threads. */
export interface ServerBundle {
  readonly remote: string;
  readonly file: string;
  readonly hash: string;
  readonly publicPath: string;
  /** The paths that the remote owns: its other routes are dropped. */
  readonly paths: readonly string[];
}

/** Evaluated bundles by file: every version stays loaded until its thread ends. */
const modules = new Map<string, RemoteModule>();

/** Throws when the file is missing, does not match its hash, or breaks the contract. */
export const loadServerBundle = async ({ file, hash, publicPath }: ServerBundle): Promise<RemoteModule> => {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const code = await readFile(file, 'utf8');
  if (sha256(code) !== hash) throw new Error(`${file} is not the published file`);
  const module = evaluateServerBundle(code, publicPath, singletonModules);
  modules.set(file, module);
  return module;
};
