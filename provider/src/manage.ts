import { spawnSync } from 'node:child_process';
import { requireDataFolder, resolvePath, SettingError } from '@site/shared/domain/environment';
import { readAuditKey, readDataKey } from './accounts/stored-secret.ts';
import { type AuditEvent, createAuditLog } from './database/audit-log.ts';
import { openDatabase, requireDatabase } from './database/connection.ts';
import { createDatabaseClock } from './database/database-clock.ts';
import { createErasures } from './database/erasures.ts';
import { migrateToLatest, undoNewerMigrations } from './database/migrate.ts';
import { createRevision } from './database/revision.ts';
import type { Database } from './database/schema/tables.ts';
import { verifyAudit } from './database/verify-audit.ts';
import { createBackup, removeExpiredBackups } from './maintenance/backup.ts';
import { BackupError, createBackupKeys, type Manifest, withStepMessage } from './maintenance/backup-format.ts';
import { createBackupIfDue } from './maintenance/backup-schedule.ts';
import { removeSamples } from './maintenance/remove-samples.ts';
import { repeatErasures } from './maintenance/repeat-erasures.ts';
import { resetPassword, UnknownAccountError } from './maintenance/reset-password.ts';
import { restoreBackup, runRestoreDrill } from './maintenance/restore.ts';
import { type Environment, parseEnvironment } from './settings/env.ts';
import { createImageStores } from './storage/image-stores.ts';

const USAGE = `Use: npm run backup -w provider -- <folder>     copies database and images into an empty folder while the site runs; without
                                                a folder, into a new one in BACKUP_FOLDER
     npm run restore -w provider -- <folder> [--unsigned]
                                                fills an empty data folder from such a copy, or from the newest one in a folder
     npm run restore-drill -w provider -- <folder> [--unsigned]
                                                restores the same into a temporary folder and verifies it; by default from BACKUP_FOLDER
     npm run backup-keys -w provider            creates a pair of keys for encrypted copies
     npm run rollback -w provider               makes this release work again after a newer one has changed the database
     npm run remove-samples -w provider         removes the sample content
     npm run audit:verify -w provider -- [<number>:<hash>]
                                                verifies the audit log, and that it contains that entry
     npm run reset-password -w provider -- <email> [--remove-second-factors]
                                                makes a one-time link that sets an account's password`;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const PROGRESS_INTERVAL_MS = 5000;
let lastProgressAt = performance.now();

const printProgress = (line: string): void => {
  if (performance.now() - lastProgressAt < PROGRESS_INTERVAL_MS) return;
  lastProgressAt = performance.now();
  printLine(line);
};

interface Context {
  readonly environment: Environment;
  readonly db: Database;
  /** Time by the database's clock, which all providers use. */
  readonly now: () => Date;
  readonly argument: string | undefined;
  readonly option: string | undefined;
}

const getFolder = (folder: string | undefined): string => {
  if (folder === undefined) throw new BackupError(USAGE);
  return resolvePath(folder, process.env, process.cwd());
};

const record = async ({ db, environment, now }: Context, action: string, facts: NonNullable<AuditEvent['facts']>): Promise<void> => {
  const audit = await createAuditLog(db, await readAuditKey(environment), now);
  await audit.record({ category: 'security', action, subject: { kind: 'server' }, facts });
};

const ANCHOR = /^(\d{1,10}):([0-9a-f]{64})$/;

const verifyAuditLog = async ({ db, environment, argument }: Context): Promise<void> => {
  const anchor = argument === undefined ? undefined : ANCHOR.exec(argument);
  if (anchor === null) throw new BackupError(USAGE);
  const [, number = '', hash = ''] = anchor ?? [];
  const { entries, erased, head, problems } = await verifyAudit(
    db,
    await readAuditKey(environment),
    anchor === undefined ? undefined : { number: Number(number), hash },
  );
  for (const problem of problems) printLine(problem);
  if (problems.length > 0) throw new BackupError('The audit log is not intact.');
  printLine(`The audit log is intact: ${entries} entries, the personal values of ${erased} erased. Its last entry: ${head.number}:${head.hash}`);
};

const finishBackup = async (context: Context, folder: string, manifest: Manifest): Promise<void> => {
  await record(context, 'server.backup', { revision: manifest.revision });
  printLine(`Copied and checked: ${Object.keys(manifest.files).length} files, revision ${manifest.revision}, in ${folder}`);
  printLine(
    manifest.recipient === undefined
      ? 'Protect it like the site itself: it contains the accounts and the applications. BACKUP_RECIPIENT encrypts backups.'
      : 'It is encrypted: only the owner of the private key can restore it.',
  );
  for (const removedName of await removeExpiredBackups(context.db, context.now())) printLine(`Deleted the expired backup ${removedName}`);
};

const backUp = async (context: Context, hours?: number): Promise<void> => {
  const { db, environment, now } = context;
  const source = { db, now, originals: createImageStores(environment).originals, auditKey: await readAuditKey(environment) };
  const { days, recipient, folder: parent } = environment.backup;
  const options = { days, recipient, onProgress: printProgress };
  if (context.argument !== undefined) {
    const folder = getFolder(context.argument);
    await finishBackup(context, folder, await createBackup(source, folder, options));
    return;
  }
  const backup = await createBackupIfDue(source, getFolder(parent), { ...options, hours });
  if (backup !== null) await finishBackup(context, backup.folder, backup.manifest);
  else if (hours === undefined) throw new BackupError('Another process is making a backup of this database.');
};

const UNSIGNED_OPTION = '--unsigned';

const restore = async (context: Context): Promise<void> => {
  const { db, environment, now } = context;
  await migrateToLatest(db);
  const stores = createImageStores(environment, false);
  const manifest = await restoreBackup({ db, originals: stores.originals }, getFolder(context.argument), {
    auditKey: await readAuditKey(environment),
    identity: environment.backup.identity,
    acceptsUnsigned: context.option === UNSIGNED_OPTION,
    onProgress: printProgress,
  });
  // Flush all files at once. If there is no `sync` program, the operating system writes the files within seconds anyway.
  spawnSync('sync');
  await record(context, 'server.restore', { createdAt: manifest.createdAt });
  const services = {
    db,
    stores,
    now,
    revision: await createRevision(db),
    audit: await createAuditLog(db, await readAuditKey(environment), now),
    erasures: createErasures(db, { dataDir: environment.dataDir, key: await readDataKey(environment) }),
  };
  const repeatedErasures = await withStepMessage(
    'The backup is restored, but what was erased since it was made is not erased again. Do not start the provider with it, but restore it into an empty DATA_DIR or a new DATABASE_URL',
    () => repeatErasures(services, printProgress),
  );
  printLine(
    `Restored the copy of ${manifest.createdAt}: ${Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)} rows, ${Object.keys(manifest.files).length} files.`,
  );
  printLine(
    `Repeated ${repeatedErasures.erasures} erasures: ${repeatedErasures.applications} applications, ${repeatedErasures.images} images, ${repeatedErasures.auditEntries} entries of the audit log.`,
  );
  if (repeatedErasures.erasures === 0)
    printLine(
      'No erasures are recorded here. If there were any, restore again into an empty DATA_DIR with the folder erasures and the file data-key of the old one.',
    );
};

const drill = async (environment: Environment, argument: string | undefined, option: string | undefined): Promise<void> => {
  const { identity, folder: parent } = environment.backup;
  const { folder, manifest, seconds, rows, images, auditEntries } = await runRestoreDrill(getFolder(argument ?? parent), {
    identity,
    auditKey: await readAuditKey(environment),
    acceptsUnsigned: option === UNSIGNED_OPTION,
    onProgress: printProgress,
  });
  printLine(`Restored ${folder} of ${manifest.createdAt} into a temporary folder, and removed it again: ${seconds.toFixed(1)} s`);
  printLine(
    `Verified: the hashes of ${Object.keys(manifest.files).length} files, ${rows} rows in ${Object.keys(manifest.rows).length} tables, the references between them, ${images} images, ${auditEntries} entries of the audit log.`,
  );
};

const rollBack = async ({ db }: Context): Promise<void> => {
  const { undone, remaining } = await undoNewerMigrations(db);
  if (remaining.length > 0) printLine(`Compatible with this release, and left in the database: ${remaining.join(', ')}`);
  printLine(undone.length === 0 ? 'Nothing had to be undone.' : `Undone: ${undone.join(', ')}`);
  printLine('This release can start.');
};

/** Commands that need the database. `backup`, `rollback` and `audit-verify` do not migrate it to the latest schema first. */
const COMMANDS: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  backup: (context) => backUp(context),
  // The scheduler runs this command and retries it later if it fails.
  'scheduled-backup': (context) => backUp(context, context.environment.backup.hours),
  restore,
  rollback: rollBack,
  'audit-verify': verifyAuditLog,
  'remove-samples': async (context) => {
    await migrateToLatest(context.db);
    const removedCount = await removeSamples({ revision: await createRevision(context.db), stores: createImageStores(context.environment) });
    await record(context, 'server.remove-samples', { count: removedCount });
    printLine(`Removed ${removedCount} samples.`);
  },
  'reset-password': async (context) => {
    const { db, now, argument, option, environment } = context;
    if (argument === undefined) throw new BackupError(USAGE);
    await migrateToLatest(db);
    const link = await resetPassword(db, argument, { removesSecondFactors: option === '--remove-second-factors', now: now() });
    await record(context, 'server.reset-password', { account: link.userId });
    printLine(`Open this link within a day, once: ${environment.staffUrl ?? '<the address where staff sign in>'}${link.path}`);
  },
};

const createKeys = async (): Promise<void> => {
  const { recipient, identity } = await createBackupKeys();
  printLine(`BACKUP_RECIPIENT=${recipient}\nBACKUP_IDENTITY=${identity}`);
  printLine('The first is a setting of the provider. Keep the second apart from the server and from the backups: without it no backup can be read.');
};

const manage = async (name = '', argument?: string, option?: string): Promise<void> => {
  const environment = parseEnvironment(process.env, process.cwd());
  if (name === 'backup-keys') return createKeys();
  if (name === 'restore-drill') return drill(environment, argument, option);
  const command = COMMANDS[name];
  if (command === undefined) throw new BackupError(USAGE);
  requireDataFolder(environment.dataDir);
  await requireDatabase(environment.databaseUrl);
  const db = await openDatabase(environment);
  try {
    const log = { warn: (_fields: object, message: string) => void process.stderr.write(`${message}\n`) };
    const { now } = await createDatabaseClock(db, () => new Date(), log);
    await command({ environment, db, now, argument, option });
  } finally {
    await db.destroy();
  }
};

manage(...process.argv.slice(2)).catch((reason: unknown) => {
  const isExpected = reason instanceof BackupError || reason instanceof UnknownAccountError || reason instanceof SettingError;
  process.stderr.write(`${isExpected ? reason.message : reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`);
  process.exitCode = 1;
});
