/** `npm start`: builds stale parts, publishes the remotes, starts provider and host, and prints the URL and the staff credentials. */
import { buildAndPublish, exitWith } from './parts.ts';
import { printLine, runSite, stopOnSignal } from './site.ts';

await buildAndPublish().catch(exitWith);
printLine('Starting the servers …');
stopOnSignal(runSite().stop);
