import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningServer } from '@site/scripts/servers';
import sharp from 'sharp';
import { createReport, pause, signIn, startMeasuredProvider } from './measuring.ts';

const DISK = '96m';
const UPLOAD_COUNT = 8;
const RECOVERY_LIMIT_MS = 15_000;
const NO_SPACE_PATTERN = /ENOSPC|no space left|disk is full/i;

const fillDisk = (file: string): void => {
  const handle = openSync(file, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(handle, Buffer.alloc(size, 1));
      } catch (error) {
        if (!NO_SPACE_PATTERN.test(String(error))) throw error;
      }
    }
  } finally {
    closeSync(handle);
  }
};

const listPartialFiles = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));

const upload = async ({ url }: RunningServer, token: string, image: Buffer): Promise<Response> => {
  const form = new FormData();
  form.set('title', 'A photo for the full disk');
  form.set('alt', 'Noise');
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'x.jpg');
  return fetch(`${url}/api/gallery`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
};

const writePost = ({ url }: RunningServer, token: string): Promise<Response> =>
  fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Written to a full disk', category: 'Hubs', content: '<p>Text.</p>'.repeat(5000), status: 'draft' }),
  });

const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300;

/** Runs the provider on its own file system, first while it is full and then with free space again. Requires root privileges to mount it. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const mount = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', mount]);
  const data = path.join(mount, 'data');
  const filler = path.join(mount, 'filler');
  mkdirSync(data);
  try {
    const provider = await startMeasuredProvider(data);
    try {
      const token = await signIn(provider.url);
      const noise = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
        .jpeg({ quality: 90 })
        .toBuffer();
      const { data: images }: { data: readonly { readonly url: string }[] } = await (await fetch(`${provider.url}/api/gallery?limit=4`)).json();
      const addresses = images.map(({ url }) => new URL(url, provider.url).href);
      const readImage = (address: string, width: number): Promise<Response> => fetch(address.replace('/upload/', `/upload/f_webp,q_auto,w_${width},c_limit/`));
      for (const address of addresses) await readImage(address, 480);

      fillDisk(filler);
      const refused: number[] = [];
      for (let index = 0; index < UPLOAD_COUNT; index += 1) refused.push((await upload(provider, token, noise)).status);
      report(
        `${UPLOAD_COUNT} uploads to a full disk`,
        `responded with ${[...new Set(refused)].join(', ')} (expected 503 or 507)`,
        refused.every((status) => [503, 507].includes(status)),
      );
      const post = await writePost(provider, token);
      report('a post to a full disk', `responded with ${post.status} (expected 503 or 507)`, [503, 507].includes(post.status));

      const imageResponses = await Promise.all(addresses.flatMap((address) => [readImage(address, 480), readImage(address, 640)]));
      report(
        'images in known and new sizes',
        `${imageResponses.filter(isSuccess).length} of ${imageResponses.length}`,
        imageResponses.length > 0 && imageResponses.every(isSuccess),
      );
      const list = await fetch(`${provider.url}/api/posts?limit=5`);
      report('a public list', String(list.status), isSuccess(list));
      const ready = await (await fetch(`${provider.url}/ready`)).text();
      report('/ready names the cause', ready, NO_SPACE_PATTERN.test(ready));
      const metrics = await (await fetch(`${provider.url}/metrics`)).text();
      const failingStores = [...metrics.matchAll(/^storage_failing\{store="(\w+)"\} 1$/gm)].map(([, store]) => store);
      report('failing stores in the metrics', failingStores.join(', '), failingStores.includes('derived') && failingStores.includes('database'));
      report(
        'the log names the cause',
        `${provider.output().split('storage unavailable').length - 1} lines`,
        /storage unavailable/.test(provider.output()) && NO_SPACE_PATTERN.test(provider.output()),
      );
      const partialFiles = listPartialFiles(data);
      report('partial files', String(partialFiles.length), partialFiles.length === 0);

      rmSync(filler);
      const began = performance.now();
      let isReady = false;
      while (!isReady && performance.now() - began < RECOVERY_LIMIT_MS) {
        await pause(100);
        isReady = (await (await fetch(`${provider.url}/ready`)).text()) === '{"status":"ready"}';
      }
      report('ready again after there is space', `${Math.round(performance.now() - began)} ms (limit ${RECOVERY_LIMIT_MS})`, isReady);
      const [photo, text] = [await upload(provider, token, noise), await writePost(provider, token)];
      report('upload and post afterwards', `${photo.status}, ${text.status}`, isSuccess(photo) && isSuccess(text));
    } finally {
      await provider.stop();
    }
  } finally {
    execFileSync('umount', ['--lazy', mount]);
    rmSync(mount, { recursive: true, force: true });
  }
  return allHeld();
};
