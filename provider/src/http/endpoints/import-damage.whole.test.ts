import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ImportedItem, TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { mapKinds } from '@site/shared/domain/kinds';
import { DOCUMENT_KINDS } from '../../database/document-kinds.ts';
import type { Tables } from '../../database/schema/tables.ts';
import { createFiles } from '../../testing/archive-content.ts';
import { CORRUPTED_ZIPS, DAMAGED_ZIPS, type ZipCase } from '../../testing/damaged-zips.ts';
import { HOSTILE_ARCHIVES } from '../../testing/hostile-archives.ts';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importArchive, sendImport } from '../../testing/transfers.ts';
import { writeZip } from '../../testing/zip.ts';

const MAX_DURATION_MS = 5_000;
/** Matches a plain sentence, without the names of types or errors. */
const PLAIN_MESSAGE = /^(?!.*(?:undefined|NaN|\[object|Error:|Expected|Invalid \w+:|went wrong))(?:[A-Z“]|must be ).*\s.*$/;

const TABLES: Readonly<Record<TransferKind, keyof Tables>> = {
  media: 'pictures',
  album: 'albums',
  ...mapKinds((kind) => DOCUMENT_KINDS[kind].table),
  redirect: 'former_slugs',
};

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
};

const readSite = async ({ services, environment }: TestApp) => ({
  tables: await Promise.all(
    TRANSFER_KINDS.map(async (kind) => {
      const rows = await services.db.selectFrom(TABLES[kind]).selectAll().execute();
      return rows.map((row) => JSON.stringify(row)).sort();
    }),
  ),
  originals: await listFiles(path.join(environment.dataDir, 'uploads')),
});
type Site = Awaited<ReturnType<typeof readSite>>;

const count = ({ tables, originals }: Site): number[] => [...tables.map(({ length }) => length), originals.length];

const send = async (app: TestApp, token: string, zip: Buffer, run: 'check' | 'apply') => {
  const start = performance.now();
  const response = await sendImport(app, token, zip, { run });
  return { status: response.statusCode, body: response.json(), isInTime: performance.now() - start < MAX_DURATION_MS };
};

describe.each<readonly [name: string, cases: readonly ZipCase[], minRefused: number, minRead: number]>([
  ['that is damaged or of another program', DAMAGED_ZIPS, 80, 8],
  ['with one wrong bit, or cut off', CORRUPTED_ZIPS, 80, 3],
  ['whose content is hostile or wrong', HOSTILE_ARCHIVES, 25, 80],
])('an import of a ZIP %s', (_, cases, minRefused, minRead) => {
  let app: TestApp;
  let token: string;
  let photo: Buffer;
  let site: Site;
  let [refusedCount, readCount] = [0, 0];
  beforeAll(async () => {
    app = await startTestApp();
    token = (await app.signInAs('admin')).token;
    photo = await createImageFile(300, 200, 'jpeg');
    await importArchive(app, token, await writeZip(createFiles('what is here', photo)));
    site = await readSite(app);
  }, 60_000);
  afterAll(() => app.stop());

  it.each<ZipCase>(cases)(
    'STAFF-22 is rejected with a message, or imported as its check predicted: %s',
    async (name, make) => {
      const before = site;
      const zip = await make(name, photo);
      const checkResponse = await send(app, token, zip, 'check');
      // If the check had written anything, the import would report it.
      const importResponse = await send(app, token, zip, 'apply');
      site = await readSite(app);

      expect(importResponse).toEqual({ ...checkResponse, isInTime: true });
      expect(await listFiles(path.join(app.environment.dataDir, 'imports'))).toEqual([]);
      if (importResponse.status !== 200) {
        refusedCount += 1;
        expect([importResponse.status, importResponse.body.message]).toEqual([422, expect.stringMatching(PLAIN_MESSAGE)]);
        return expect(site).toEqual(before);
      }
      readCount += 1;
      const items: readonly ImportedItem[] = importResponse.body.data;
      for (const { outcome, message } of items)
        expect([outcome, message]).toEqual([outcome, outcome === 'error' || outcome === 'conflict' ? expect.stringMatching(PLAIN_MESSAGE) : '']);
      // Errors and conflicts must leave nothing behind.
      const addedCounts = TRANSFER_KINDS.map((kind) => items.filter((item) => item.kind === kind && item.outcome === 'new').length);
      const [media = 0] = addedCounts;
      expect(count(site)).toEqual([...addedCounts, media].map((number, index) => number + (count(before)[index] ?? 0)));
      if (items.every(({ outcome }) => outcome === 'error' || outcome === 'conflict')) expect(site).toEqual(before);
    },
    60_000,
  );

  it('STAFF-22 has covered both kinds of ZIPs', () => {
    expect([refusedCount, readCount]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(refusedCount).toBeGreaterThanOrEqual(minRefused);
    expect(readCount).toBeGreaterThanOrEqual(minRead);
  });
});
