import { resolvePath, SettingError } from '@site/shared/domain/environment';
import { readAuditKey, readDataKey } from './accounts/stored-secret.ts';
import { type AuditEvent, createAuditLog } from './database/audit-log.ts';
import { type Database, openDatabase } from './database/connection.ts';
import { createErasures } from './database/erasures.ts';
import { migrateToLatest } from './database/migrate.ts';
import { createRevision } from './database/revision.ts';
import { verifyAudit } from './database/verify-audit.ts';
import { parseEnvironment } from './env.ts';
import { BackupError, createBackup, removeExpiredBackups, restoreBackup } from './maintenance/backup.ts';
import { createBackupKeys } from './maintenance/backup-encryption.ts';
import { removeSamples } from './maintenance/remove-samples.ts';
import { repeatErasures } from './maintenance/repeat-erasures.ts';
import { resetPassword, UnknownAccountError } from './maintenance/reset-password.ts';
import { createImageStores } from './storage/image-stores.ts';

const USAGE = `Use: npm run backup -w provider -- <folder>     copies database and images while the site runs
     npm run restore -w provider -- <folder>    fills an empty data folder from such a copy
     npm run backup-keys -w provider            creates a pair of keys for encrypted copies
     npm run remove-samples -w provider         removes the sample content
     npm run audit:verify -w provider -- [<number>:<hash>]
                                                verifies the audit log, and that it contains that entry
     npm run reset-password -w provider -- <e-mail> [--remove-second-factors]
                                                makes a one-time link that sets an account's password`;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const ANCHOR = /^(\d{1,10}):([0-9a-f]{64})$/;

/** Prints what is wrong with the audit log, and throws if anything is. */
const verifyLog = async (db: Database, key: string, argument: string | undefined): Promise<void> => {
  const anchor = argument === undefined ? undefined : ANCHOR.exec(argument);
  if (anchor === null) throw new BackupError(USAGE);
  const [, number = '', hash = ''] = anchor ?? [];
  const { entries, erased, head, problems } = await verifyAudit(db, key, anchor === undefined ? undefined : { number: Number(number), hash });
  for (const problem of problems) printLine(problem);
  if (problems.length > 0) throw new BackupError('The audit log is not as it was written.');
  printLine(`The audit log is as it was written: ${entries} entries, the personal values of ${erased} erased. Its last entry: ${head.number}:${head.hash}`);
};

const COMMANDS = ['backup', 'restore', 'remove-samples', 'audit-verify', 'backup-keys', 'reset-password'] as const;

const manage = async (name?: string, argument?: string, option?: string): Promise<void> => {
  const environment = parseEnvironment(process.env, process.cwd());
  const command = COMMANDS.find((each) => each === name);
  if (command === 'backup-keys') {
    const { recipient, identity } = await createBackupKeys();
    printLine(`BACKUP_RECIPIENT=${recipient}\nBACKUP_IDENTITY=${identity}`);
    printLine('The first is a setting of the provider. Keep the second apart from the server and from the backups: without it no backup can be read.');
    return;
  }
  const needsArgument = command === 'backup' || command === 'restore' || command === 'reset-password';
  if (command === undefined || (needsArgument && argument === undefined)) throw new BackupError(USAGE);
  const folder = resolvePath(argument ?? '', process.env, process.cwd());
  const db = await openDatabase(environment);
  const stores = createImageStores(environment);
  const isPostgres = environment.databaseUrl !== undefined;
  try {
    await migrateToLatest(db);
    const auditKey = await readAuditKey(environment);
    const record = async (action: string, facts: NonNullable<AuditEvent['facts']>): Promise<void> => {
      const audit = await createAuditLog(db, auditKey, () => new Date());
      await audit.record({ category: 'security', action, subject: { kind: 'server' }, facts });
    };
    if (command === 'audit-verify') await verifyLog(db, auditKey, argument);
    else if (command === 'backup') {
      const manifest = await createBackup({ db, originals: stores.originals }, isPostgres, folder, environment.backup);
      await record('server.backup', { revision: manifest.revision });
      printLine(`Copied and checked: ${Object.keys(manifest.files).length} files, revision ${manifest.revision}, in ${folder}`);
      printLine(
        environment.backup.recipient === undefined
          ? 'Protect it like the site itself: it contains the accounts and the applications. BACKUP_RECIPIENT encrypts backups.'
          : 'It is encrypted: only the owner of the private key can restore it.',
      );
      for (const removed of await removeExpiredBackups(db, new Date())) printLine(`Deleted the expired backup ${removed}`);
    } else if (command === 'restore') {
      const manifest = await restoreBackup({ db, originals: stores.originals }, folder, environment.backup.identity);
      await record('server.restore', { createdAt: manifest.createdAt });
      const now = (): Date => new Date();
      const repeated = await repeatErasures({
        db,
        stores,
        now,
        revision: await createRevision(db),
        audit: await createAuditLog(db, auditKey, now),
        erasures: createErasures(db, { dataDir: environment.dataDir, key: await readDataKey(environment) }),
      });
      printLine(
        `Restored the copy of ${manifest.createdAt}: ${Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)} rows, ${Object.keys(manifest.files).length} files.`,
      );
      printLine(
        `Erased again what ${repeated.erasures} erasures had erased: ${repeated.applications} applications, ${repeated.images} images, ${repeated.auditEntries} entries of the audit log.`,
      );
      if (repeated.erasures === 0)
        printLine(
          'No erasures are known here. If there were any, restore again into an empty DATA_DIR with the folder erasures and the file data-key of the old one.',
        );
    } else if (command === 'reset-password') {
      const link = await resetPassword(db, argument ?? '', { removesSecondFactors: option === '--remove-second-factors', now: new Date() });
      await record('server.reset-password', { account: link.userId });
      printLine(`Open this link within a day, once: ${environment.siteUrl ?? '<the address of the site>'}${link.path}`);
    } else {
      const removed = await removeSamples({ revision: await createRevision(db), stores });
      await record('server.remove-samples', { count: removed });
      printLine(`Removed ${removed} samples.`);
    }
  } finally {
    await db.destroy();
  }
};

manage(...process.argv.slice(2)).catch((reason: unknown) => {
  const isExpected = reason instanceof BackupError || reason instanceof UnknownAccountError || reason instanceof SettingError;
  process.stderr.write(`${isExpected ? reason.message : reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`);
  process.exitCode = 1;
});
