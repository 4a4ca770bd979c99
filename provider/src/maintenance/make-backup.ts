import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isBackupDue } from '../database/backup-queries.ts';
import { acquireLease, releaseLease } from '../database/leases.ts';
import { createId } from '../domain/ids.ts';
import { createBackup } from './backup.ts';
import { type BackupSource, MANIFEST, type Manifest } from './backup-format.ts';

interface BackupSettings {
  readonly days: number;
  /** The public key for which backups are encrypted. */
  readonly recipient: string | undefined;
}

const LEASE_SECONDS = 60;
const EXTEND_MS = 15_000;

/** Sorts by time, and is a file name on every system. */
const createName = (now: Date): string => `backup-${now.toISOString().replaceAll(':', '-')}`;
const BACKUP_NAME = /^backup-\d{4}-\d\d-\d\dT[\d.-]+Z$/;

/** Deletes what interrupted runs have left in a folder of backups. */
const removeIncomplete = async (parent: string): Promise<void> => {
  for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || !BACKUP_NAME.test(entry.name)) continue;
    const folder = path.join(parent, entry.name);
    if (!(await readdir(folder)).includes(MANIFEST)) await rm(folder, { recursive: true });
  }
};

/** A backup in a folder of its own in `parent`, of which one process at a time makes one. Null if another process makes one or, with `hours`, has made one within them. */
export const makeDueBackup = async (
  source: BackupSource,
  parent: string,
  { days, recipient, hours }: BackupSettings & { readonly hours?: number | undefined },
): Promise<{ readonly folder: string; readonly manifest: Manifest } | null> => {
  const { db, now } = source;
  const lease = { name: 'backup', value: createId() };
  if (!(await acquireLease(db, lease, LEASE_SECONDS))) return null;
  const extend = setInterval(() => {
    acquireLease(db, lease, LEASE_SECONDS).catch(() => undefined);
  }, EXTEND_MS);
  try {
    if (hours !== undefined && !(await isBackupDue(db, hours, now()))) return null;
    await removeIncomplete(parent);
    const folder = path.join(parent, createName(now()));
    const manifest = await createBackup(source, folder, { days, recipient });
    return { folder, manifest };
  } finally {
    clearInterval(extend);
    await releaseLease(db, lease);
  }
};
