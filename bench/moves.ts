import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildAndPublish } from '@site/scripts/parts';
import { startPostgres } from '@site/scripts/postgres';
import type { RunningServer } from '@site/scripts/servers';
import sharp from 'sharp';
import { connectLibsql } from './large-site.ts';
import { addHistory, createId, ENTRIES_PER_VERSION, readAuditKey } from './long-history.ts';
import { createReport, readPeakMiB, runManageCommand, startMeasuredProvider } from './measuring.ts';
import { findDifferences, readSite, type SiteContent } from './site-copy.ts';
import { createContent, exportTo, importFrom, type Site } from './transfer.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-moves');
const HOST_FOLDER = path.join(FOLDER, 'host');
const IMAGE_COUNT = Number(process.env.BENCH_IMAGES ?? 100_000);
const VERSION_COUNT = Number(process.env.BENCH_HISTORY ?? 500_000);
const MEMORY_MIB = 512;
/** Dimensions at which each file is about the size of the images that pages use. */
const PHOTO = { width: 200, height: 150 } as const;
const MAX_LISTED_DIFFERENCES = 3;

const { report, allHeld } = createReport();

const reportMemory = (what: string, seconds: number, peakMiB: number): void =>
  report(what, `${seconds.toFixed(1)} s, ${peakMiB.toFixed(0)} MiB (limit ${MEMORY_MIB})`, peakMiB <= MEMORY_MIB);

const createPhoto = (): Promise<Buffer> =>
  sharp({ create: { ...PHOTO, channels: 3, background: '#7a8b5c', noise: { type: 'gaussian', mean: 128, sigma: 14 } } })
    .jpeg({ quality: 80 })
    .toBuffer();

/** Makes a photo unique by inserting a JPEG comment. */
const addComment = (photo: Buffer, id: string): Buffer => {
  const text = Buffer.from(id);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), head, text, photo.subarray(2)]);
};

const getSettings = ({ folder, databaseUrl, samples }: Site): Readonly<Record<string, string>> => ({
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  SAMPLES: samples,
  JWT_SECRET: 'a secret for measuring that is long enough',
});

/** Starts a provider for one step and reports its peak memory. */
const withProvider = async <T>(what: string | undefined, site: Site, step: (provider: RunningServer) => Promise<T>): Promise<T> => {
  const provider = await startMeasuredProvider(site.folder, getSettings(site));
  const began = performance.now();
  try {
    const result = await step(provider);
    if (what !== undefined) reportMemory(what, (performance.now() - began) / 1000, readPeakMiB(provider.pid));
    return result;
  } finally {
    await provider.stop();
  }
};

const read = (what: string, site: Site): Promise<SiteContent> =>
  withProvider(`${what}: all lists and pages`, site, (provider) => readSite(provider, HOST_FOLDER));

const reportEqual = (what: string, site: SiteContent, copy: SiteContent, isImported: boolean): void => {
  const differences = findDifferences(site, copy, { isImported });
  const size = `${[...copy.lists.values()].reduce((sum, items) => sum + items.length, 0)} items of ${copy.lists.size} lists, ${copy.pages.size} pages`;
  report(what, [size, ...differences.slice(0, MAX_LISTED_DIFFERENCES)].join('\n      '), differences.length === 0);
};

/** Tables that are not compared, because backups, restores, sign-ins, page views and background image analysis also write to them. */
const CHANGED_TABLES: ReadonlySet<string> = new Set([
  'audit_entries',
  'audit_details',
  'audit_head',
  'audit_sessions',
  'backups',
  'content_revision',
  'page_views',
  'users',
  'pictures',
]);

const readTables = async (backup: string): Promise<ReadonlyMap<string, string>> => {
  const { files }: { files: Readonly<Record<string, string>> } = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8'));
  const tables = new Map<string, string>();
  for (const name of Object.keys(files).sort()) {
    const [, table] = /^tables\/(\w+)\//.exec(name) ?? [];
    if (table !== undefined) tables.set(table, `${tables.get(table) ?? ''} ${files[name]}`);
  }
  return tables;
};

const reportTables = async (first: string, second: string): Promise<void> => {
  const [before, after] = [await readTables(first), await readTables(second)];
  const comparedTables = [...new Set([...before.keys(), ...after.keys()])].filter((table) => !CHANGED_TABLES.has(table));
  const differingTables = comparedTables.filter((table) => after.get(table) !== before.get(table));
  report(
    'tables of both backups',
    differingTables.length === 0 ? `${comparedTables.join(', ')} are the same` : `${differingTables.join(', ')} differ`,
    differingTables.length === 0,
  );
};

const moveByBackup = async (name: string, source: Site, target: Site, auditKey: string): Promise<string> => {
  const backup = path.join(FOLDER, `${path.basename(source.folder)}-backup`);
  const backupResult = await runManageCommand({ ...getSettings(source), AUDIT_KEY: auditKey }, 'backup', backup);
  reportMemory(`${name}: backup`, backupResult.seconds, backupResult.peakMiB);
  await mkdir(target.folder, { recursive: true });
  const restoreResult = await runManageCommand({ ...getSettings(target), AUDIT_KEY: auditKey }, 'restore', backup);
  reportMemory(`${name}: restore`, restoreResult.seconds, restoreResult.peakMiB);
  return backup;
};

const moveByExport = async (name: string, source: Site, target: Site): Promise<void> => {
  const file = path.join(FOLDER, 'content.zip');
  await withProvider(`${name}: export`, source, (provider) => exportTo(provider, file));
  process.stdout.write(`      ${Math.round((await stat(file)).size / 1_000_000)} MB\n`);
  await mkdir(target.folder, { recursive: true });
  const outcomes: string[] = [];
  for (const run of ['check', 'apply'] as const)
    outcomes.push(await withProvider(`${name}: ${run}`, target, async (provider) => (await importFrom(provider, file, run)).counts));
  report(`${name}: outcome of check and import`, outcomes.join(' | '), outcomes[0] === outcomes[1] && !/conflict|error/.test(outcomes.join()));
  await rm(file);
};

/**
 * Moves a large site from SQLite to PostgreSQL and back by restoring backups, and from each engine to an empty site by importing exports. Returns true if all
 * copies are equal and no process exceeds the memory limit.
 */
export const measure = async (): Promise<boolean> => {
  await rm(FOLDER, { recursive: true, force: true });
  await buildAndPublish({ folder: HOST_FOLDER });
  const postgres = await startPostgres({ isFast: true });
  if (postgres === undefined) throw new Error('PostgreSQL is not installed.');
  try {
    for (const name of ['restored', 'imported']) postgres.run(`create database ${name}`);
    const toSite = (name: string, database = '', samples: Site['samples'] = 'off'): Site => ({
      folder: path.join(FOLDER, name),
      databaseUrl: database === '' ? '' : Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href,
      samples,
    });
    const [first, inPostgres, back] = [toSite('first', '', 'on'), toSite('postgres', 'restored'), toSite('back')];
    await mkdir(first.folder, { recursive: true });
    await withProvider(undefined, first, async () => undefined);
    const photo = await createPhoto();
    const connection = connectLibsql(first.folder);
    await createContent(connection, first, IMAGE_COUNT, { ...PHOTO, bytes: addComment(photo, createId()).length }, (folder, id) =>
      writeFile(path.join(folder, 'v1.jpg'), addComment(photo, id)),
    );
    // Fill in missing alternative text. Otherwise, an import would copy it from a document that shows the image, as every save does.
    await connection.run("update pictures set default_alt = 'A drawing' where default_alt = ''");
    await connection.close();
    addHistory(first.folder, VERSION_COUNT);
    process.stdout.write(`${IMAGE_COUNT} images, ${VERSION_COUNT} versions, ${VERSION_COUNT * ENTRIES_PER_VERSION} entries of the audit log\n`);
    const auditKey = readAuditKey(first.folder);

    const original = await read('SQLite', first);
    const firstBackup = await moveByBackup('SQLite to PostgreSQL', first, inPostgres, auditKey);
    const restoredContent = await read('PostgreSQL', inPostgres);
    reportEqual('restored in PostgreSQL', original, restoredContent, false);
    const secondBackup = await moveByBackup('PostgreSQL to SQLite', inPostgres, back, auditKey);
    reportEqual('restored in SQLite', original, await read('SQLite again', back), false);
    await reportTables(firstBackup, secondBackup);
    for (const backup of [firstBackup, secondBackup]) await rm(backup, { recursive: true });

    const [fromSqlite, fromPostgres] = [toSite('imported-sqlite'), toSite('imported-postgres', 'imported')];
    await moveByExport('SQLite to PostgreSQL', back, fromPostgres);
    reportEqual('imported in PostgreSQL', original, await read('PostgreSQL, imported', fromPostgres), true);
    await moveByExport('PostgreSQL to SQLite', inPostgres, fromSqlite);
    reportEqual('imported in SQLite', original, await read('SQLite, imported', fromSqlite), true);
  } finally {
    await postgres.remove();
    await rm(FOLDER, { recursive: true, force: true });
  }
  return allHeld();
};
