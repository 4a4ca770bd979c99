import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';

export const ENTRIES_PER_VERSION = 4;
const VERSION_BYTES = 5000;
const DETAILS_BYTES = 300;
const VERSIONS_PER_DOCUMENT = 50;

type Connection = InstanceType<typeof Database>;

export const connect = (dataFolder: string): Connection => new Database(path.join(dataFolder, 'provider.db'), { timeout: 10_000 });

export const createId = (): string => randomBytes(12).toString('hex');

export const readAuditKey = (dataFolder: string): string => readFileSync(path.join(dataFolder, 'audit-key'), 'utf8').trim();

const addVersions = (database: Connection, count: number): void => {
  const insert = database.prepare(
    `insert into versions (id, kind, document_id, number, document_updated_at, saved_at, saved_by, act, status, changed, fields)
     values (?, 'post', ?, ?, '', ?, '', 'published', 'published', '["content"]', ?)`,
  );
  const now = new Date().toISOString();
  let document = '';
  for (let index = 0; index < count; index += 1) {
    if (index % VERSIONS_PER_DOCUMENT === 0) document = createId();
    insert.run([createId(), document, (index % VERSIONS_PER_DOCUMENT) + 1, now, JSON.stringify({ content: randomBytes(VERSION_BYTES / 2).toString('hex') })]);
  }
};

/** Continues the hash chain of the audit log (`provider/src/domain/audit-chain.ts`), which the restore drill verifies. */
const addEntries = (database: Connection, key: string, count: number): void => {
  const entry = database.prepare('insert into audit_entries values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const details = database.prepare('insert into audit_details (number, salt, details, search_text) values (?, ?, ?, ?)');
  const now = new Date().toISOString();
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const readHead = (column: string): string => String(Object.values(Object(database.prepare(`select ${column} from audit_head`).get()))[0]);
  let hash = readHead('hash');
  let number = Number(readHead('number'));
  for (let index = 0; index < count; index += 1) {
    number += 1;
    const personalValues = [randomBytes(16).toString('hex'), JSON.stringify({ before: randomBytes(DETAILS_BYTES / 2).toString('hex') }), 'post.update'];
    const detailsHash = createHash('sha256').update(JSON.stringify(personalValues)).digest('hex');
    const hashedValues = [number, now, 'content', 'post.update', 'done', 'editor', 'editor', 'post', createId(), '{}', detailsHash, hash];
    hash = sign(JSON.stringify(hashedValues));
    entry.run([...hashedValues, hash]);
    details.run([number, ...personalValues]);
  }
  database.prepare('update audit_head set number = ?, hash = ?, seal = ?').run([number, hash, sign(`head ${number} ${hash}`)]);
};

export const addHistory = (dataFolder: string, versions: number): void => {
  const auditKey = readAuditKey(dataFolder);
  const database = connect(dataFolder);
  database.exec('begin');
  addVersions(database, versions);
  addEntries(database, auditKey, versions * ENTRIES_PER_VERSION);
  database.exec('commit');
  database.close();
};
