/** @jest-environment node */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openExportFolder } from './export-folder.ts';

const ABOUT = { site: 'https://site.example', createdAt: '2026-11-23T10:00:00.000Z' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const exportFiles = (files: Readonly<Record<string, string>>) => {
  const target = openExportFolder(folder);
  for (const [file, content] of Object.entries(files)) target.write(file, content);
  return target.publish(ABOUT);
};

describe('the folder of an export', () => {
  it('is missing, empty, or contains only files that operating systems leave on disks', () => {
    mkdirSync(join(folder, 'System Volume Information'));

    expect(exportFiles({ 'index.html': 'home', 'news/index.html': 'news' })).toEqual({ files: 2, bytes: 8 });
    expect(readFileSync(join(folder, 'news/index.html'), 'utf8')).toBe('news');
  });

  it('is not a folder with other files, which stay unchanged', () => {
    writeFileSync(join(folder, 'letter.txt'), 'mine');

    expect(() => openExportFolder(folder)).toThrow('is not empty, and nothing in it is an earlier export');
    expect(readdirSync(folder)).toEqual(['letter.txt']);
  });

  it('is not a file', () => {
    writeFileSync(join(folder, 'letter.txt'), 'mine');

    expect(() => openExportFolder(join(folder, 'letter.txt'))).toThrow('is a file: name a folder.');
  });

  it('must be in an existing folder, such as a mounted USB stick', () => {
    expect(() => openExportFolder(join(folder, 'stick/site'))).toThrow(/cannot be written: .*ENOENT/);
    expect(existsSync(join(folder, 'stick'))).toBe(false);
  });

  it('loses only the files of an earlier export', () => {
    exportFiles({ 'index.html': 'old', 'news/gone/index.html': 'old' });
    writeFileSync(join(folder, 'letter.txt'), 'mine');

    exportFiles({ 'index.html': 'new' });

    expect(readdirSync(folder).sort()).toEqual(['index.html', 'letter.txt', 'site-export.json']);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('new');
  });

  it('never loses a file outside the folder', () => {
    const outsideFolder = `${folder}-outside`;
    writeFileSync(outsideFolder, 'mine');
    writeFileSync(join(folder, 'site-export.json'), JSON.stringify({ ...ABOUT, files: [`../${outsideFolder.split('/').at(-1)}`] }));

    expect(() => openExportFolder(folder)).toThrow('is not the list of an export');
    expect(existsSync(outsideFolder)).toBe(true);
    rmSync(outsideFolder);
  });

  it('keeps the earlier export when the new one fails', () => {
    exportFiles({ 'index.html': 'old' });

    const target = openExportFolder(folder);
    target.write('index.html', 'half');
    target.discard();

    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['index.html', 'site-export.json']);
  });
});
