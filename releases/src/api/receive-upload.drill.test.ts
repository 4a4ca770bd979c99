/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { receiveUpload, type UploadPart } from './receive-upload.ts';

const FILE = 'server/routes.cjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upload-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the files in the folder that this process has open. */
const listOpenFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)].filter((path) => path.startsWith(folder));
    } catch {
      return [];
    }
  });

describe('receiving a release', () => {
  it('RLS-03 closes every file of an incomplete upload, so that the folder can be removed', async () => {
    for (let ticks = 0; ticks < 50; ticks += 1) {
      const content = new Readable({ read: () => undefined }).on('error', () => undefined);
      async function* sendParts(): AsyncGenerator<UploadPart> {
        const hash = createHash('sha256').update('all of it').digest('base64');
        yield { name: 'release', text: JSON.stringify({ packageVersion: '1.0.0', browser: 'skipped', files: { [FILE]: hash } }) };
        content.push('half of it');
        const endAfter = (remainingTicks: number): unknown =>
          remainingTicks === 0
            ? content.destroy(new Error('Part terminated early due to unexpected end of multipart data'))
            : setImmediate(() => endAfter(remainingTicks - 1));
        endAfter(ticks);
        yield { name: FILE, content };
      }
      await expect(receiveUpload(sendParts(), folder)).rejects.toMatchObject({ status: 400, message: 'The upload is incomplete or malformed.' });
      expect(listOpenFiles()).toEqual([]);
      rmSync(join(folder, 'server'), { recursive: true, force: true });
    }
  });
});
