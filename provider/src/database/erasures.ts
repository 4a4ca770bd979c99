import { createHmac, hkdfSync } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { VERSION_KINDS } from '@site/shared/domain/kinds';
import { type SqlBool, sql } from 'kysely';
import * as v from 'valibot';
import { createId } from '../domain/ids.ts';
import { isAboutApplications, listAuditNumbers } from './audit-log.ts';
import { splitForStatements } from './read-rows.ts';
import type { Database } from './schema/tables.ts';

const erasureSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/)),
  erasedAt: v.string(),
  /** Keyed hashes of the person's email address and telephone number; see `Erasures.hash`. */
  person: v.array(v.string()),
  applicationIds: v.array(v.string()),
  /**
   * Hashes of the audit entries whose personal values were erased. Their numbers would not identify the entries, because numbers are reassigned after a
   * restore.
   */
  auditHashes: v.array(v.string()),
  imageIds: v.array(v.string()),
  versionIds: v.optional(v.array(v.string()), []),
  commentIds: v.optional(v.array(v.string()), []),
  /** Unsaved drafts, identified by document and staff member. Records from earlier releases lack this field. */
  drafts: v.optional(v.array(v.object({ kind: v.picklist(VERSION_KINDS), id: v.string(), userId: v.string() })), []),
});
export type Erasure = v.InferOutput<typeof erasureSchema>;

const erasedSchema = v.pipe(v.string(), v.parseJson(), v.omit(erasureSchema, ['id', 'erasedAt']));

const KEY_BYTES = 32;
const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_OPTIONS = { mode: 0o600, flush: true };

const insert = async (db: Database, { id, erasedAt, ...erased }: v.InferInput<typeof erasureSchema>): Promise<void> => {
  await db
    .insertInto('erasures')
    .values({ id, erased_at: erasedAt, erased: JSON.stringify(erased) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

/**
 * Stores erasures in the database and as one file each in `DATA_DIR/erasures`. The files survive when the database is replaced by an older copy. For `key`, see
 * `readDataKey`.
 */
export const createErasures = (db: Database, { dataDir, key }: { readonly dataDir: string; readonly key: string }) => {
  const folder = path.join(dataDir, 'erasures');
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', 'erased persons', KEY_BYTES));

  const list = async (since = new Date(0)): Promise<Erasure[]> => {
    const rows = await db.selectFrom('erasures').selectAll().where('erased_at', '>=', since.toISOString()).orderBy('erased_at').execute();
    return rows.map(({ id, erased_at: erasedAt, erased }) => ({ id, erasedAt, ...v.parse(erasedSchema, erased) }));
  };

  return {
    list,
    /** Hashes an email address or a telephone number, ignoring case and surrounding spaces. */
    hash: (value: string): string => createHmac('sha256', hashKey).update(value.trim().toLowerCase()).digest('hex'),
    /** Stores an erasure. Call this within the erasing transaction, and call `sync` afterwards. */
    record: (transaction: Database, erasure: Omit<v.InferInput<typeof erasureSchema>, 'id'>): Promise<void> =>
      insert(transaction, { id: createId(), ...erasure }),
    /** Writes a file for every erasure, and adds erasures to the database that exist only as files. */
    sync: async (): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const names = new Set((await readdir(folder)).filter((name) => name.endsWith('.json')));
      const storedErasures = await list();
      const storedNames = new Set(storedErasures.map(({ id }) => `${id}.json`));
      for (const name of names) {
        if (storedNames.has(name)) continue;
        await insert(db, v.parse(v.pipe(v.string(), v.parseJson(), erasureSchema), await readFile(path.join(folder, name), 'utf8')));
      }
      for (const erasure of storedErasures) {
        const file = path.join(folder, `${erasure.id}.json`);
        if (names.has(path.basename(file))) continue;
        const draft = `${file}.${createId()}.part`;
        await writeFile(draft, JSON.stringify(erasure), PRIVATE_FILE_OPTIONS);
        await rename(draft, file);
      }
    },
  };
};

export type Erasures = ReturnType<typeof createErasures>;

/** Finds the rows covered by an erasure. After a restore, these may include rows that did not exist when the data was erased. */
export const findErasedRows = async (db: Database, { erasedAt, person, applicationIds, auditHashes }: Erasure, hash: Erasures['hash']) => {
  const isErased = (values: readonly string[]): boolean => values.some((value) => value !== '' && person.includes(hash(value)));
  const rows = await db.selectFrom('applications').select(['id', 'email', 'phone', 'guardian_contact', 'created_at']).execute();
  const applications = rows
    // Keep later applications, because a person may apply again after an erasure.
    .filter(({ id, created_at: createdAt, email, phone, guardian_contact: guardian }) => {
      return applicationIds.includes(id) || (createdAt <= erasedAt && isErased([email, phone, ...guardian.split(/[\s,;]+/)]));
    })
    .map(({ id }) => id);
  const ids = [...new Set([...applicationIds, ...applications])];
  const isErasedEntry = auditHashes.length === 0 ? sql`1 = 0` : sql`hash in (${sql.join(auditHashes)})`;
  return { applications, auditNumbers: await listAuditNumbers(db, sql<SqlBool>`(${isErasedEntry} or ${isAboutApplications(ids)})`) };
};

export const findAuditHashes = async (db: Database, numbers: readonly number[]): Promise<string[]> => {
  const hashes: string[] = [];
  for (const batch of splitForStatements(numbers))
    hashes.push(...(await db.selectFrom('audit_entries').select('hash').where('number', 'in', batch).execute()).map(({ hash }) => hash));
  return hashes;
};
