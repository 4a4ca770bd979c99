import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type CommandOutcome, runIn } from './releases.ts';
import { root } from './servers.ts';

const LEFT_OUT = new Set(['node_modules', 'dist', 'data', '.cache', '.git', 'test-results']);

/** A team's own working copy: it may be edited and released from without touching this one. */
export const createTeamCheckout = (dataFolder: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'team-'));
  cpSync(root, folder, { recursive: true, filter: (source) => source === root || !LEFT_OUT.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    /** Replaces one text in a file. Throws when it does not stand there: the test would change nothing. */
    edit: (file: string, from: string, to: string): void => {
      const path = join(folder, file);
      const content = readFileSync(path, 'utf8');
      if (!content.includes(from)) throw new Error(`${file} holds no "${from}"`);
      writeFileSync(path, content.replaceAll(from, to));
    },
    run: (...args: string[]): CommandOutcome => runIn(folder, args, dataFolder),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};
