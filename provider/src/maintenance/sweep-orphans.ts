import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/open-database.ts';
import { readErrorCode } from '../error-code.ts';

/** Younger files may belong to an upload whose row is just being written. */
const SPARED_MS = 60 * 60 * 1000;

const listFolder = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (reason) {
    if (readErrorCode(reason) === 'ENOENT') return [];
    throw reason;
  }
};

/**
 * Removes what an interrupted upload or deletion has left in a local folder: a picture's file is written before its row and removed after it, so a crash
 * leaves a file too many and never one too few. Returns how many pictures' folders went.
 */
export const sweepOrphans = async (db: Database, folder: string, now: Date): Promise<number> => {
  const orphans: string[] = [];
  const ids = await listFolder(folder);
  for (const id of ids) {
    const place = path.join(folder, id);
    if (now.getTime() - (await stat(place)).mtimeMs < SPARED_MS) continue;
    const row = await db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst();
    if (row === undefined) orphans.push(place);
  }
  // So many strangers are no left-overs: this folder belongs to another database.
  if (orphans.length > ids.length / 4) return 0;
  for (const place of orphans) await rm(place, { recursive: true, force: true });
  return orphans.length;
};
