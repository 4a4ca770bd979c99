/**
 * `npm run export -- <folder> [--from <url>]`: writes the public site as files that need no server, for a USB stick or any web server. Without `--from`, it
 * builds stale parts and runs provider and host during the export, with the same data as `npm start`.
 */
import { parseArgs } from 'node:util';
import { buildAndPublish, dataFolder, exitWith, printLine } from './parts.ts';
import { type RunningServer, startHost, startProvider } from './servers.ts';
import { printFirstAccount } from './site.ts';
import { exportSite } from './static-export/export-site.ts';

const USAGE = 'Usage: npm run export -- <folder> [--from https://site.example]';

const readArguments = (): { readonly folder: string; readonly from: URL | undefined } => {
  const { values, positionals } = parseArgs({ args: process.argv.slice(3), allowPositionals: true, options: { from: { type: 'string' } } });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(USAGE);
  if (values.from === undefined) return { folder, from: undefined };
  const from = URL.canParse(values.from) ? new URL(values.from) : undefined;
  if (from === undefined || !/^https?:$/.test(from.protocol)) throw new Error(`--from ${values.from} is not the address of a site.\n${USAGE}`);
  return { folder, from: new URL('/', from) };
};

/** Runs the site with the data of `npm start`, but on free ports, so as not to disturb a running site. */
const withStartedSite = async (use: (site: URL) => Promise<void>): Promise<void> => {
  await buildAndPublish();
  const stopController = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopController.abort());
  const options = { dataFolder, env: { LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }, isLaunched: true, signal: stopController.signal };
  const running: RunningServer[] = [];
  try {
    printLine('Starting the servers …');
    const { PROVIDER_URL } = process.env;
    if (!PROVIDER_URL) running.push(await startProvider({ ...options, onLine: printFirstAccount }));
    const host = await startHost({ ...options, providerUrl: PROVIDER_URL || (running[0]?.url ?? '') });
    running.unshift(host);
    await use(new URL(host.url));
  } finally {
    for (const server of running) await server.stop();
  }
};

try {
  const { folder, from } = readArguments();
  const write = (site: URL): Promise<void> => exportSite({ site, folder, print: printLine });
  if (from === undefined) await withStartedSite(write);
  else await write(from);
} catch (error) {
  exitWith(error);
}
