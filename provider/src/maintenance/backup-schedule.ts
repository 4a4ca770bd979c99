import { spawn } from 'node:child_process';
import path from 'node:path';
import { isBackupDue } from '../database/backup-queries.ts';
import type { Database } from '../database/connection.ts';

/** After a failure. */
const RETRY_MS = 10 * 60_000;
const MESSAGE_LENGTH = 500;

/**
 * Makes the due backup in a process of its own, so that visitors do not wait for it: the program `manage` that was built with this one. With several providers one of
 * them makes it. Rejects with what the process has written to standard error.
 */
export const runBackupProcess = (): Promise<void> => {
  const program = process.argv[1] ?? '';
  const manage = path.join(path.dirname(program), `manage${path.extname(program)}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, manage, 'scheduled-backup'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let message = '';
    child.stderr.on('data', (chunk: Buffer) => {
      message = `${message}${chunk.toString()}`.slice(-MESSAGE_LENGTH);
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(message.trim() || `The backup ended with status ${code}.`))));
  });
};

/** To be called often: runs a backup if the last one is older than so many hours, and a failed one again after ten minutes. One at a time. */
export const createBackupSchedule = (db: Database, hours: number, now: () => Date, run: () => Promise<void>): (() => Promise<void>) => {
  let isRunning = false;
  let notBefore = 0;
  return async () => {
    if (isRunning || now().getTime() < notBefore) return;
    isRunning = true;
    try {
      if (await isBackupDue(db, hours, now())) await run();
    } catch (reason) {
      notBefore = now().getTime() + RETRY_MS;
      throw reason;
    } finally {
      isRunning = false;
    }
  };
};
