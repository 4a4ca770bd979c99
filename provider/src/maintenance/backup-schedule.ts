import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isBackupDue } from '../database/backup-queries.ts';
import { acquireLease, releaseLease } from '../database/leases.ts';
import type { Database } from '../database/schema/tables.ts';
import { createId } from '../domain/ids.ts';
import { type BackupOptions, createBackup } from './backup.ts';
import { type BackupSource, MANIFEST, type Manifest } from './backup-format.ts';
import type { Job } from './jobs.ts';

const RETRY_DELAY_MS = 10 * 60_000;
const MAX_MESSAGE_LENGTH = 500;

/**
 * Makes a backup in a separate process if one is due, so that visitors do not have to wait. Runs the `manage` program from the same build. If there are several
 * providers, only one makes the backup. Rejects with the process's standard error. Aborting the signal ends the process, and the next backup deletes the
 * incomplete files.
 */
export const runBackupProcess = (signal: AbortSignal): Promise<void> => {
  const program = process.argv[1] ?? '';
  const manage = path.join(path.dirname(program), `manage${path.extname(program)}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, manage, 'scheduled-backup'], { stdio: ['ignore', 'ignore', 'pipe'], signal });
    let message = '';
    child.stderr.on('data', (chunk: Buffer) => {
      message = `${message}${chunk.toString()}`.slice(-MAX_MESSAGE_LENGTH);
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(message.trim() || `The backup ended with status ${code}.`))));
  });
};

/** Returns a job that must be run often. It makes a backup if the last one is older than `hours`, and retries a failed backup after ten minutes. */
export const createBackupSchedule = (db: Database, hours: number, now: () => Date, run: Job): Job => {
  let retryAfter = 0;
  return async (signal) => {
    if (now().getTime() < retryAfter) return;
    try {
      if (await isBackupDue(db, hours, now())) await run(signal);
    } catch (reason) {
      retryAfter = now().getTime() + RETRY_DELAY_MS;
      throw reason;
    }
  };
};

const LEASE_SECONDS = 60;
const EXTEND_INTERVAL_MS = 15_000;

/** Creates a name that sorts by time and is a valid file name on every system. */
const createBackupName = (now: Date): string => `backup-${now.toISOString().replaceAll(':', '-')}`;
const BACKUP_NAME = /^backup-\d{4}-\d\d-\d\dT[\d.-]+Z$/;

const removeIncompleteBackups = async (parent: string): Promise<void> => {
  for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || !BACKUP_NAME.test(entry.name)) continue;
    const folder = path.join(parent, entry.name);
    if (!(await readdir(folder)).includes(MANIFEST)) await rm(folder, { recursive: true });
  }
};

/**
 * Makes a backup in a new subfolder of `parent`. Only one process at a time can do so. Returns null if another process is making a backup or, if `hours` is
 * given, has made one within that time.
 */
export const createBackupIfDue = async (
  source: BackupSource,
  parent: string,
  { hours, ...options }: BackupOptions & { readonly hours?: number | undefined },
): Promise<{ readonly folder: string; readonly manifest: Manifest } | null> => {
  const { db, now } = source;
  const lease = { name: 'backup', value: createId() };
  if (!(await acquireLease(db, lease, LEASE_SECONDS))) return null;
  const extendTimer = setInterval(() => {
    acquireLease(db, lease, LEASE_SECONDS).catch(() => undefined);
  }, EXTEND_INTERVAL_MS);
  try {
    if (hours !== undefined && !(await isBackupDue(db, hours, now()))) return null;
    await removeIncompleteBackups(parent);
    const folder = path.join(parent, createBackupName(now()));
    const manifest = await createBackup(source, folder, options);
    return { folder, manifest };
  } finally {
    clearInterval(extendTimer);
    await releaseLease(db, lease);
  }
};
