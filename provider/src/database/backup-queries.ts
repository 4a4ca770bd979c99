import type { Database } from './schema/tables.ts';

const HOUR_MS = 3_600_000;

export const findLastBackup = async (db: Database): Promise<Date | null> => {
  const { createdAt } = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('created_at').as('createdAt'))
    .executeTakeFirstOrThrow();
  return createdAt === null ? null : new Date(createdAt);
};

export const isBackupDue = async (db: Database, hours: number, now: Date): Promise<boolean> => {
  const last = await findLastBackup(db);
  return last === null || now.getTime() - last.getTime() >= hours * HOUR_MS;
};
