/**
 * `npm start`: everything from a fresh clone. Installs what is missing, builds what is stale, publishes the parts, starts provider and host,
 * prints the address and the staff sign-in. Ends with status 1 and a clear line when a server cannot start or stops.
 */
import { ensurePackages, giveUp, say } from './machine.mjs';
import { buildAndPublish } from './parts.mjs';
import { startServers } from './servers.mjs';

ensurePackages();
await buildAndPublish().catch((error) => giveUp(error.message));
say('Starting the servers …');
const servers = startServers();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    await (await servers).stop();
    process.exit(0);
  });
}
await servers;
