import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@site/shared/testing/wait-until';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

const LIMIT_MS = 1000;

let folder = '';
let folderWatch: FolderWatch;
let changes = 0;

const isReported = async (change: () => void): Promise<boolean> => {
  changes = 0;
  change();
  const hasChanged = await waitUntil(() => changes > 0, LIMIT_MS).then(
    () => true,
    () => false,
  );
  // Wait for further events, because one change can cause several.
  await wait(200);
  return hasChanged;
};

const replaceByRename = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  for (const name of ['src', 'texts', 'dist']) mkdirSync(join(folder, name));
  for (const file of ['src/page.ts', 'texts/privacy.json']) writeFileSync(join(folder, file), 'before');
  folderWatch = watchFolders([folder], () => {
    changes += 1;
  });
  await folderWatch.ready;
});

afterEach(async () => {
  await folderWatch.close();
  rmSync(folder, { recursive: true });
});

describe('the watched folders', () => {
  it.each(['src/page.ts', 'texts/privacy.json'])('report %s when it is replaced by a rename, and every later change to it', async (name) => {
    const file = join(folder, name);

    expect(await isReported(() => writeFileSync(file, 'in place'))).toBe(true);
    expect(await isReported(() => replaceByRename(file, 'renamed'))).toBe(true);
    expect(await isReported(() => writeFileSync(file, 'in place again'))).toBe(true);
    expect(await isReported(() => replaceByRename(file, 'renamed again'))).toBe(true);
    expect(await isReported(() => writeFileSync(file, 'in place at last'))).toBe(true);
    expect(await isReported(() => rmSync(file))).toBe(true);
  });

  it('do not report files that a build writes', async () => {
    expect(await isReported(() => writeFileSync(join(folder, 'dist/page.js'), ''))).toBe(false);
  });
});
