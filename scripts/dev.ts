/**
 * `npm run dev`: runs all parts and reloads them. It rebuilds changed parts, releases remotes to the running site, and restarts host and provider. Open pages
 * reload automatically.
 */
import { join } from 'node:path';
import { buildAndPublish, exitWith, parts, printLine, root } from './parts.ts';
import { runSite, stopOnSignal } from './site.ts';
import { watchFolders } from './watch-folders.ts';

const QUIET_MS = 200;
const DEV_OPTIONS = { env: { RELOAD_PAGES: '1' } };
const LIBRARIES = ['shared', 'releases'];
const SERVERS = ['host', 'provider'];

await buildAndPublish({ isNewOnly: false }).catch(exitWith);
let site = runSite(DEV_OPTIONS);
stopOnSignal(() => site.stop());
await site.started;

let isStale = false;
/** The restart waits until all builds have finished, because another build may still fail. */
let needsRestart = false;
let timer: NodeJS.Timeout | undefined;
let isBusy = false;

const rebuild = async (): Promise<void> => {
  if (isBusy || !isStale) return;
  isBusy = true;
  isStale = false;
  try {
    await buildAndPublish({
      isNewOnly: false,
      onBuilt: (part) => {
        needsRestart ||= SERVERS.includes(part);
      },
    });
    if (needsRestart) {
      needsRestart = false;
      await site.stop();
      site = runSite(DEV_OPTIONS);
      await site.started;
    }
  } catch (error) {
    // A failed build prints its reason and does not change the running site.
    printLine(error instanceof Error ? error.message : String(error));
  }
  isBusy = false;
  void rebuild();
};

watchFolders(
  [...parts, ...LIBRARIES].map((part) => join(root, part)),
  () => {
    isStale = true;
    clearTimeout(timer);
    timer = setTimeout(rebuild, QUIET_MS);
  },
);
