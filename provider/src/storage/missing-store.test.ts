import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { probeStorage } from './storage-health.ts';

const objects = new Map<string, Buffer>();
let store: Server;
let app: TestApp;

const startStore = async (port: number): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const body = await buffer(request);
    if (method === 'PUT') objects.set(url, body);
    if (method === 'DELETE') objects.delete(url);
    const storedObject = objects.get(url);
    response.writeHead(method === 'GET' && storedObject === undefined ? 404 : 200).end(method === 'GET' ? storedObject : undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
};
const stopStore = async (): Promise<void> => {
  store.closeAllConnections();
  await new Promise((resolve) => store.close(resolve));
};
const getPort = (): number => (store.address() as AddressInfo).port;

beforeAll(async () => {
  store = await startStore(0);
  const settings = { S3_ENDPOINT: `http://127.0.0.1:${getPort()}`, S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'KEYID', S3_SECRET_ACCESS_KEY: 'secret' };
  app = await startTestApp({ settings });
});
afterAll(async () => {
  await app.stop();
  await stopStore();
});

describe('an object store that rejects connections', () => {
  it('OPS-10 does not affect images in known sizes, and is reported once, as is its recovery', async () => {
    const { token } = await app.signIn();
    const { url } = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'T' }, token)).json().data;
    const getResized = (size: string) => app.get(url.replace('/upload/', `/upload/${size},f_jpg/`));
    const getReadiness = async () => (await app.get('/ready')).json();
    expect((await getResized('w_320')).statusCode).toBe(200);
    const port = getPort();
    await stopStore();
    const [error, warn] = [jest.spyOn(app.server.log, 'error'), jest.spyOn(app.server.log, 'warn')];

    const knownSizeResponse = await getResized('w_320');
    const unknownSizeResponse = await getResized('w_640');
    const upload = await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'U' }, token);
    expect([knownSizeResponse.statusCode, unknownSizeResponse.statusCode, upload.statusCode]).toEqual([200, 503, 503]);
    expect([unknownSizeResponse.headers['retry-after'], unknownSizeResponse.headers['cache-control'], unknownSizeResponse.json().message]).toEqual([
      '5',
      'no-store',
      expect.stringContaining('Photos cannot be loaded or saved right now'),
    ]);
    const reason = 'The object store cannot be reached: ECONNREFUSED';
    expect(await getReadiness()).toEqual({ status: 'ready', storage: { originals: reason } });
    expect(error.mock.calls).toEqual([[{ store: 'originals', reason }, 'storage unavailable']]);
    expect((await readdir(app.environment.dataDir, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await app.get('/api/gallery?status=all', token)).json().data).toHaveLength(1);

    store = await startStore(port);
    expect((await getResized('w_640')).statusCode).toBe(200);
    await probeStorage(app.services.stores.originals, 'originals', app.services.storageHealth);
    expect(await getReadiness()).toEqual({ status: 'ready' });
    expect(warn.mock.calls).toEqual([[{ store: 'originals' }, 'storage available again']]);
    expect([...objects.keys()].filter((key) => key.includes('probe'))).toEqual([]);
  });
});
