import { readFile } from 'node:fs/promises';
import { sha256 } from '@site/releases/release-store';
import { evaluateServerBundle } from '@site/releases/server-bundle';
import type { RemoteModule } from '@site/shared/remote/remote-contract';
import { singletonModules } from '@site/shared/remote/singletons';

/** Where the render threads find the server bundle of one version. */
export interface ServerBundle {
  readonly remote: string;
  readonly file: string;
  readonly hash: string;
  readonly publicPath: string;
}

/** Evaluated bundles by file: every version stays loaded as long as the thread lives. */
const modules = new Map<string, RemoteModule>();

/** Throws when the file is missing, differs from the published one, or breaks the contract. */
export const loadServerBundle = async ({ file, hash, publicPath }: ServerBundle): Promise<RemoteModule> => {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const code = await readFile(file, 'utf8');
  if (sha256(code) !== hash) throw new Error(`${file} is not the published file`);
  const module = evaluateServerBundle(code, publicPath, singletonModules);
  modules.set(file, module);
  return module;
};
