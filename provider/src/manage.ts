import { resolvePath, SettingError } from '@site/shared/domain/environment';
import { openDatabase } from './database/connection.ts';
import { migrateToLatest } from './database/migrate.ts';
import { createRevision } from './database/revision.ts';
import { parseEnvironment } from './env.ts';
import { BackupError, createBackup, restoreBackup } from './maintenance/backup.ts';
import { removeSamples } from './maintenance/remove-samples.ts';
import { createImageStores } from './storage/image-stores.ts';

const USAGE = `Use: npm run backup -w provider -- <folder>     copies database and images while the site runs
     npm run restore -w provider -- <folder>    fills an empty data folder from such a copy
     npm run remove-samples -w provider         removes the sample content`;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const manage = async (command: string | undefined, argument: string | undefined): Promise<void> => {
  const environment = parseEnvironment(process.env, process.cwd());
  const needsFolder = command === 'backup' || command === 'restore';
  if ((!needsFolder && command !== 'remove-samples') || (needsFolder && argument === undefined)) throw new BackupError(USAGE);
  const folder = resolvePath(argument ?? '', process.env, process.cwd());
  const db = await openDatabase(environment);
  const stores = createImageStores(environment);
  const isPostgres = environment.databaseUrl !== undefined;
  try {
    await migrateToLatest(db);
    if (command === 'backup') {
      const manifest = await createBackup({ db, originals: stores.originals }, isPostgres, folder);
      printLine(`Copied and checked: ${Object.keys(manifest.files).length} files, revision ${manifest.revision}, in ${folder}`);
      printLine('Protect it like the site itself: it contains the accounts and the applications.');
    } else if (command === 'restore') {
      const manifest = await restoreBackup({ db, originals: stores.originals }, folder);
      printLine(
        `Restored the copy of ${manifest.createdAt}: ${Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)} rows, ${Object.keys(manifest.files).length} files.`,
      );
    } else {
      const removed = await removeSamples({ revision: await createRevision(db), stores });
      printLine(`Removed ${removed} samples.`);
    }
  } finally {
    await db.destroy();
  }
};

manage(process.argv[2], process.argv[3]).catch((reason: unknown) => {
  const isExpected = reason instanceof BackupError || reason instanceof SettingError;
  process.stderr.write(`${isExpected ? reason.message : reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`);
  process.exitCode = 1;
});
