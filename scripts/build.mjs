/** `npm run build`: builds every part that is stale and publishes the remotes to the release store under `DATA_DIR`. */
import { ensurePackages, giveUp, say } from './machine.mjs';

ensurePackages();
const { buildAndPublish } = await import('./parts.mjs');
await buildAndPublish().catch((error) => giveUp(error.message));
say('All parts are built and published.');
