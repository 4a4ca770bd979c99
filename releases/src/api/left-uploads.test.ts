/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandonedUploads } from './release-api.ts';

it('RLS-03 removes only the uploads of hosts that are no longer running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  try {
    const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
    const [own, left] = [`release-upload-${process.ppid}-abcdef`, `release-upload-${ended}-abcdef`];
    for (const name of [own, left, 'release-abcdef', 'release-upload-notes', 'another']) mkdirSync(join(folder, name));
    await removeAbandonedUploads(folder);

    expect(readdirSync(folder).sort()).toEqual(['another', 'release-abcdef', own, 'release-upload-notes'].sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
