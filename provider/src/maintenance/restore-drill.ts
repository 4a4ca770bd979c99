import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../database/connection.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { verifyAudit } from '../database/verify-audit.ts';
import { getStorageKey } from '../images/image-server.ts';
import { createImageStores } from '../storage/image-stores.ts';
import { BackupError, findBackup, type Manifest } from './backup-format.ts';
import { restoreBackup } from './restore.ts';

interface DrillSettings {
  /** The private key, for an encrypted backup. */
  readonly identity: string | undefined;
  /** The key of the audit log. */
  readonly auditKey: string;
}

/** What a restored backup was found to hold. */
interface DrillResult {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly seconds: number;
  readonly rows: number;
  readonly images: number;
  readonly auditEntries: number;
}

/**
 * Restores a backup, or the newest one in a folder of backups, into an embedded database and a folder that exist for this only, and verifies them: the hash of every
 * file, the numbers of rows, the database itself, the image of every row, and the chain of the audit log. Throws a BackupError that says what is wrong.
 */
export const runRestoreDrill = async (parent: string, { identity, auditKey }: DrillSettings): Promise<DrillResult> => {
  const folder = await findBackup(parent);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'restore-drill-'));
  const started = performance.now();
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrateToLatest(db);
    const { originals } = createImageStores({ dataDir, s3: undefined, imageCacheBytes: 1 }, false);
    const manifest = await restoreBackup({ db, originals }, folder, identity);
    for (const [table, expected] of Object.entries(manifest.rows)) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
      if (rows[0]?.count !== expected) throw new BackupError(`${table} has ${rows[0]?.count} rows instead of ${expected}.`);
    }
    const { rows: integrity } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    if (integrity[0]?.integrity_check !== 'ok') throw new BackupError(`The restored database is damaged: ${integrity[0]?.integrity_check}`);
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db);
    if (orphans.length > 0) throw new BackupError(`${orphans.length} rows refer to rows that do not exist.`);
    const images = await db.selectFrom('pictures').select(['id', 'version', 'format']).execute();
    for (const image of images) if (!(await originals.has(getStorageKey(image)))) throw new BackupError(`The image ${image.id} has no file.`);
    const { entries, problems } = await verifyAudit(db, auditKey);
    if (problems.length > 0) throw new BackupError(`The audit log is not as it was written: ${problems.join(' ')}`);
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    return { folder, manifest, rows, images: images.length, auditEntries: entries, seconds: (performance.now() - started) / 1000 };
  } finally {
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
};
