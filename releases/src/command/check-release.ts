/**
 * `npm run check:release -w remote-<name>`: checks the built remote in its `dist` folder as a release would be. Prints what failed, where, and how to mend it;
 * exit status 1 when anything did. `--allow-growth`: pages may be much larger than those of the active version. `--skip-browser`: on a machine without a browser.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getDataFolder } from '@site/shared/domain/environment';
import { checkBuild, describeFindings } from '../gate/gate.ts';
import { openReleaseStore } from '../open-store.ts';
import { readS3Settings } from '../storage/s3-settings.ts';

const root = resolve(import.meta.dirname, '../../..');
const [remote = '', ...options] = process.argv.slice(2);
const workspace = join(root, `remote-${remote}`);

const check = async (): Promise<void> => {
  if (!existsSync(join(workspace, 'dist/browser'))) throw new Error(`There is no build of "${remote}". Build it first: npm run build -w remote-${remote}`);
  const began = performance.now();
  const result = await checkBuild({
    remote,
    workspace,
    store: openReleaseStore(getDataFolder(process.env, { root, cwd: process.cwd() }), readS3Settings(process.env)),
    root,
    allowGrowth: options.includes('--allow-growth'),
    skipBrowser: options.includes('--skip-browser'),
  });
  if (result.findings.length > 0) throw new Error(describeFindings(remote, result));
  process.stdout.write(`${remote} can be released (checked in ${((performance.now() - began) / 1000).toFixed(1)} s).\n`);
};

await check().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
