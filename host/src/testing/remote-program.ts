import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

/** Builds the program of the remotes' processes into a temporary folder. */
export const buildRemoteProgram = (): { readonly programFile: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'remote-program-'));
  execFileSync(join(root, 'node_modules/.bin/rspack'), ['build', '--config-name', 'host_self_contained', '--output-path', folder], {
    cwd: join(root, 'host'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  return { programFile: join(folder, 'remote-process.cjs'), remove: () => rmSync(folder, { recursive: true }) };
};
