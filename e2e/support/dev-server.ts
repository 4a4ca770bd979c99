import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const START_LIMIT_MS = 60_000;

export interface DevServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * First port that dev servers try when they look for a free one. Servers that start at the same time could choose the same port, so each worker has its own
 * range.
 */
const RSPACK_DEV_SERVER_BASE_PORT = String(8100 + 100 * Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/** Starts a remote's dev server, a Node program with arguments, in the remote's folder. Rejects with the output if the program exits or prints no URL. */
export const startDevServer = async (folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<DevServer> => {
  const child = spawn(process.execPath, [...args], {
    cwd: folder,
    env: { ...process.env, RSPACK_DEV_SERVER_BASE_PORT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The dev server in ${folder} did not start:\n${output}`)), START_LIMIT_MS);
    const read = (text: Buffer): void => {
      output += text.toString();
      const url = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The dev server in ${folder} ended:\n${output}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
};
