/** `npm run build`: builds every part that is stale and publishes the remotes to the release store under `DATA_DIR`. */
import { buildAndPublish, exitWith, printLine } from './parts.ts';

await buildAndPublish().catch(exitWith);
printLine('All parts are built and published.');
