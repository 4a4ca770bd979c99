/**
 * `npm run dev`: all parts with reload. Changed parts are rebuilt; remotes are released to the running site, host and provider are restarted, and open
 * pages reload by themselves.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildAndPublish, exitWith, parts, printLine, root } from './parts.ts';
import { runSite, stopOnSignal } from './site.ts';

const QUIET_MS = 200;
const DEV = { env: { RELOAD_PAGES: '1' } };
const LIBRARIES = ['shared', 'releases'];

await buildAndPublish({ isNewOnly: false }).catch(exitWith);
let site = runSite(DEV);
stopOnSignal(() => site.stop());
await site.started;

const changed = new Set<string>();
let timer: NodeJS.Timeout | undefined;
let isBusy = false;

const rebuild = async (): Promise<void> => {
  if (isBusy || changed.size === 0) return;
  isBusy = true;
  const needsRestart = ['host', 'provider', ...LIBRARIES].some((part) => changed.has(part));
  changed.clear();
  try {
    await buildAndPublish({ isNewOnly: false });
    if (needsRestart) {
      await site.stop();
      site = runSite(DEV);
      await site.started;
    }
  } catch (error) {
    // A failed build prints its reason, and the running site does not change.
    printLine(error instanceof Error ? error.message : String(error));
  }
  isBusy = false;
  void rebuild();
};

for (const part of [...parts, ...LIBRARIES]) {
  watch(join(root, part, 'src'), { recursive: true }, () => {
    changed.add(part);
    clearTimeout(timer);
    timer = setTimeout(rebuild, QUIET_MS);
  });
}
