import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReleaseError } from '../release-error.ts';
import { RSPACK } from './workspace.ts';

interface DevelopOptions {
  /** Folder of the remote. */
  readonly folder: string;
  /** URL of the site in which to show the remote. Without it, the remote runs alone. */
  readonly site?: string | undefined;
  readonly port?: string | undefined;
}

/**
 * Runs the dev server of a remote until the server ends or this process receives a signal. Returns the exit status. Throws a ReleaseError if the site's URL
 * cannot be used.
 */
export const develop = async ({ folder, site, port }: DevelopOptions): Promise<number> => {
  if (site !== undefined && (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)))
    throw new ReleaseError(`"${site}" is not the address of a site.`);
  const child = spawn(process.execPath, [RSPACK, 'serve', ...(port === undefined ? [] : ['--port', port])], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', DEV_SITE: site ?? '' },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal));
  const [status, signal]: (number | string | null)[] = await once(child, 'exit');
  if (typeof status === 'number') return status;
  return signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1;
};
