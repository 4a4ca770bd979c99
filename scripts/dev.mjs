/**
 * `npm run dev`: all parts with reload. What changes is built again; a remote is released into the running site, host and provider are started anew;
 * open pages reload by themselves.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, root, say } from './machine.mjs';
import { buildAndPublish, PARTS } from './parts.mjs';
import { startServers } from './servers.mjs';

const QUIET_MS = 200;
const DEV = { RELOAD_PAGES: '1' };

ensurePackages();
await buildAndPublish();
let servers = await startServers(DEV);

/** @type {Set<string>} */
const changed = new Set();
/** @type {NodeJS.Timeout | undefined} */
let timer;
let isBusy = false;

const catchUp = async () => {
  if (isBusy || changed.size === 0) return;
  isBusy = true;
  const parts = new Set(changed);
  changed.clear();
  // A build that fails says why, and the site goes on with what it has.
  const isBuilt = await buildAndPublish().then(
    () => true,
    (error) => {
      say(String(error instanceof Error ? error.message : error));
      return false;
    },
  );
  if (isBuilt && ['host', 'provider', 'shared'].some((part) => parts.has(part))) {
    await servers.stop();
    servers = await startServers(DEV);
  }
  isBusy = false;
  void catchUp();
};

for (const part of [...PARTS, 'shared']) {
  watch(join(root, part, 'src'), { recursive: true }, () => {
    changed.add(part);
    clearTimeout(timer);
    timer = setTimeout(catchUp, QUIET_MS);
  });
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    await servers.stop();
    process.exit(0);
  });
}
