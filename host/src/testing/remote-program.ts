import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

interface BuiltPrograms {
  readonly programFile: string;
  readonly probeFile: string;
  readonly remove: () => void;
}

export const buildRemoteProgram = (): BuiltPrograms => {
  const folder = mkdtempSync(join(tmpdir(), 'remote-program-'));
  execFileSync(join(root, 'node_modules/.bin/rspack'), ['build', '--config-name', 'host_remote-process', '--output-path', folder], {
    cwd: join(root, 'host'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  return {
    programFile: join(folder, 'remote-process.cjs'),
    probeFile: join(folder, 'release-probe.cjs'),
    remove: () => rmSync(folder, { recursive: true }),
  };
};
