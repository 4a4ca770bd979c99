import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { printLine } from './parts.ts';

/** Installs a package where Debian's packages are available; unless `mayPrompt`, only where that needs no password. The caller looks whether it is there now. */
export const installDebianPackage = (name: string, why: string, { mayPrompt = false } = {}): void => {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  printLine(`Installing ${name} ${why} …`);
  const apt = ['apt-get', '-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];
  const [command = '', ...args] = process.getuid?.() === 0 ? apt : ['sudo', ...(mayPrompt ? [] : ['-n']), ...apt];
  const options = { stdio: mayPrompt ? 'inherit' : 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } satisfies SpawnSyncOptions;
  spawnSync(command, [...args, 'update'], options);
  spawnSync(command, [...args, 'install', '-y', '--no-install-recommends', name], options);
};
