import type fs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importArchive, sendImport } from '../../testing/transfers.ts';
import { withParts, writeZip } from '../../testing/zip.ts';

const MIB = 1024 * 1024;
const RESERVED_BYTES = 256 * MIB;

let freeBytes = Number.POSITIVE_INFINITY;
let isFull = false;
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual('node:fs/promises'),
  statfs: async () => ({ bavail: freeBytes, bsize: 1 }),
}));
jest.mock('node:fs', () => {
  const actualFs: typeof fs = jest.requireActual('node:fs');
  return { ...actualFs, createWriteStream: (file: string, options: object) => actualFs.createWriteStream(isFull ? '/dev/full' : file, options) };
});

let app: TestApp;
let token: string;
let zip: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signInAs('admin')).token;
  zip = await writeZip(withParts({}, new Map(), { site: 'x'.repeat(3000) }), { compress: false });
});
beforeEach(() => {
  freeBytes = RESERVED_BYTES + 10 * MIB;
  isFull = false;
});
afterAll(() => app.stop());

const NO_SPACE_MESSAGE = 'The server does not have enough space for this file right now.';
const listFiles = () => readdir(path.join(app.environment.dataDir, 'imports'));

/** Sends a ZIP in chunks, without stating its length. */
const sendChunks = (file: Buffer) => {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n';
  return app.server.inject({
    method: 'POST',
    url: '/api/transfer/import?run=check&status=kept',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
    payload: Readable.from([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]),
  });
};

describe('the upload of an import', () => {
  it.each<readonly [name: string, spareBytes: number]>([
    ['no room at all', 0],
    ['less than what the database needs', -200 * MIB],
    ['a few bytes too few', 3000],
  ])('STAFF-22 is rejected with a message when the disk has %s, and leaves no file', async (_, spareBytes) => {
    freeBytes = RESERVED_BYTES + spareBytes;
    const importResponse = await sendImport(app, token, zip, { run: 'check' });
    const chunkedResponse = await sendChunks(zip);

    for (const response of [importResponse, chunkedResponse])
      expect([response.statusCode, response.json().message, response.json().errors]).toEqual([413, NO_SPACE_MESSAGE, { file: NO_SPACE_MESSAGE }]);
    expect(await listFiles()).toEqual([]);
  });

  it('STAFF-22 is accepted when the disk has room, with or without a declared length', async () => {
    expect(await importArchive(app, token, zip, { run: 'check' })).toEqual([]);
    expect((await sendChunks(zip)).json()).toEqual({ data: [] });
  });

  it('STAFF-22 is rejected with a message when the disk fills up during the upload', async () => {
    isFull = true;
    const response = await sendImport(app, token, zip, { run: 'check' });

    expect([response.statusCode, response.json().message]).toEqual([413, NO_SPACE_MESSAGE]);
  });

  it('STAFF-22 has enough time for the largest permitted file at 1 Mbit/s, and at least ten minutes', async () => {
    const smallApp = await startTestApp({ settings: { IMPORT_MB: '1' } });

    expect(app.environment.importBytes).toBe(65_536 * MIB);
    expect((app.server.server.requestTimeout / 1000) * 125_000).toBeGreaterThanOrEqual(app.environment.importBytes);
    expect(smallApp.server.server.requestTimeout).toBe(600_000);
    await smallApp.stop();
  });

  it.each<readonly [name: string, url: string]>([
    ['to an import', '/api/transfer/import?run=check&status=kept'],
    ['to an unknown URL', '/nothing'],
    ['to a URL that cannot be decoded', '/%zz'],
    ['to an id that is too long', `/api/posts/${'x'.repeat(400)}`],
  ])(
    'SEC-01 ends early if it makes no progress: %s',
    async (_, url) => {
      const body = { stallMs: 500, bytesPerSecond: 128 };
      const strictApp = await startTestApp({ timeouts: { headersMs: 1_000, body } });
      await strictApp.server.listen({ port: 0, host: '127.0.0.1' });
      const socket = connect((strictApp.server.server.address() as AddressInfo).port, '127.0.0.1').resume();
      const socketClosed = new Promise((resolve) => void socket.on('error', () => undefined).on('close', () => resolve('closed')));
      socket.write(`POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n`);
      const trickle = setInterval(() => socket.write('x'), 100);

      expect(await Promise.race([socketClosed, setTimeout(10_000, 'open')])).toBe('closed');
      clearInterval(trickle);
      socket.destroy();
      await strictApp.stop();
    },
    30_000,
  );
});
