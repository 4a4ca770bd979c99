import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emptyTrash, sweepOrphans } from '../maintenance/sweeps.ts';
import { createImageFile } from '../testing/images.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createS3Storage } from './s3-storage.ts';

interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signedHeaders: string;
  readonly payloadHash: string;
  readonly date: string;
  readonly region: string;
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Computes an AWS signature version 4. Follows only the specification, independently of the client library. */
const sign = (secret: string, request: SignedRequest): string => {
  const headerLines = request.signedHeaders.split(';').map((name) => `${name}:${(request.headers[name] ?? '').trim()}\n`);
  const canonicalRequest = [request.method, request.path, request.query, headerLines.join(''), request.signedHeaders, request.payloadHash].join('\n');
  const scope = `${request.date.slice(0, 8)}/${request.region}/s3/aws4_request`;
  const key = ['aws4_request', 's3', request.region, request.date.slice(0, 8)].reduceRight<Buffer | string>(
    (previous, part) => hmac(previous, part),
    `AWS4${secret}`,
  );
  return hmac(Buffer.from(key), ['AWS4-HMAC-SHA256', request.date, scope, sha256(canonicalRequest)].join('\n')).toString('hex');
};

const SETTINGS = { bucket: 'pictures', region: 'eu-west-1', accessKeyId: 'KEYID', secretAccessKey: 'a/secret+of=ours' };
/** Objects per list page, kept low so that lists span several pages. */
const PAGE_SIZE = 3;
const toEnvironment = () => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: SETTINGS.bucket,
  S3_REGION: SETTINGS.region,
  S3_ACCESS_KEY_ID: SETTINGS.accessKeyId,
  S3_SECRET_ACCESS_KEY: SETTINGS.secretAccessKey,
});
const objects = new Map<string, Buffer>();
let server: Server;
let endpoint: string;

const isSignatureValid = (request: IncomingMessage, body: Buffer, url: URL): boolean => {
  const match = /^AWS4-HMAC-SHA256 Credential=KEYID\/\d{8}\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const payloadHash = headers['x-amz-content-sha256'] ?? '';
  if (match === null || (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(body))) return false;
  const query = [...url.searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  const signedRequest = {
    method: request.method ?? '',
    path: url.pathname,
    query: query.join('&'),
    headers,
    signedHeaders: match[2] ?? '',
    payloadHash,
    date: headers['x-amz-date'] ?? '',
    region: match[1] ?? '',
  };
  return sign(SETTINGS.secretAccessKey, signedRequest) === match[3];
};

const respond = (request: IncomingMessage, body: Buffer): { status: number; body?: Buffer | string } => {
  const url = new URL(request.url ?? '/', 'http://store');
  if (!isSignatureValid(request, body, url)) return { status: 403, body: '<Code>SignatureDoesNotMatch</Code>' };
  const key = url.pathname.replace('/pictures/', '');
  const prefix = url.searchParams.get('prefix');
  if (prefix !== null) {
    const keys = [...objects.keys()].filter((name) => name.startsWith(prefix));
    const next = Number(url.searchParams.get('continuation-token')) + PAGE_SIZE;
    const contents = keys
      .slice(next - PAGE_SIZE, next)
      .map((name) => `<Contents><Key>${name}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`);
    const token = next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
    return { status: 200, body: `<ListBucketResult>${contents.join('')}${token}</ListBucketResult>` };
  }
  const storedObject = objects.get(key);
  if (request.method === 'PUT') objects.set(key, body);
  if (request.method === 'DELETE') objects.delete(key);
  if (request.method === 'GET' || request.method === 'HEAD')
    return storedObject === undefined ? { status: 404 } : { status: 200, body: request.method === 'GET' ? storedObject : '' };
  return { status: 200 };
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (part: Buffer) => chunks.push(part));
    request.on('end', () => {
      const { status, body } = respond(request, Buffer.concat(chunks));
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('S3 storage', () => {
  it('is verified by a signer that agrees with the example published by AWS', () => {
    const emptyHash = sha256('');
    const headers = { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash, 'x-amz-date': '20130524T000000Z' };
    const example = {
      method: 'GET',
      path: '/test.txt',
      query: '',
      headers,
      signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
      payloadHash: emptyHash,
      date: '20130524T000000Z',
      region: 'us-east-1',
    };

    expect(sign('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', example)).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  it('puts, gets, finds and deletes objects with valid signatures', async () => {
    const storage = createS3Storage({ ...SETTINGS, endpoint });

    await storage.put('aaa/v1.jpg', Buffer.from('one'));
    await storage.put('aaa/v2.jpg', Buffer.from('two'));
    await storage.put('bbb/v1.jpg', Buffer.from('three'));

    expect(await storage.get('aaa/v2.jpg')).toEqual(Buffer.from('two'));
    expect(await storage.has('aaa/v1.jpg')).toBe(true);
    await storage.remove('aaa/v1.jpg');
    expect(await storage.get('aaa/v1.jpg')).toBeNull();
    await storage.removeAll('aaa');
    expect([...objects.keys()]).toEqual(['bbb/v1.jpg']);
  });

  it('reports a wrong secret', async () => {
    const storage = createS3Storage({ ...SETTINGS, endpoint, secretAccessKey: 'another' });

    await expect(storage.get('bbb/v1.jpg')).rejects.toThrow('responded with 403');
  });

  it('follows no redirect, which would leave the configured URL', async () => {
    const otherServer = createServer(({ url }, response) => (url === '/two' ? response.end('two') : response.writeHead(307, { location: '/two' }).end()));
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
    const storage = createS3Storage({ ...SETTINGS, endpoint: `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}` });

    const outcome = await storage.get('one').then(
      () => 'followed',
      () => 'rejected',
    );
    await new Promise((resolve) => otherServer.close(resolve));
    expect(outcome).toBe('rejected');
  });

  it('works for the provider like the local folder', async () => {
    const app = await startTestApp({ settings: toEnvironment() });
    const { token } = await app.signIn();

    const image = (await app.form('POST', '/api/gallery', { image: await createImageFile(), title: 'T' }, token)).json().data;

    expect([...objects.keys()].some((key) => image.url.includes(key.split('/')[0] ?? '-'))).toBe(true);
    expect((await app.get(image.url.replace('/upload/', '/upload/w_160,c_limit/'))).statusCode).toBe(200);
    expect((await app.send('DELETE', `/api/gallery/${image._id}`, undefined, token)).statusCode).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + 30 * 24 * 60 * 60 * 1000);
    await emptyTrash(app.services, 30);
    expect([...objects.keys()]).toEqual(['bbb/v1.jpg', 'store-id']);
    await app.stop();
  });

  it('deletes leftovers of interrupted uploads after an hour, and no files of other programs', async () => {
    const app = await startTestApp({ settings: toEnvironment() });
    const storage = createS3Storage({ ...SETTINGS, endpoint });
    const { token } = await app.signIn();
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await app.form('POST', '/api/gallery', { image: await createImageFile(), title }, token);
    const before = [...objects.keys()];
    await storage.put('ffffffffffffffffffffffff/v1.jpg', Buffer.from('left over'));

    const sweep = (hours: number) => sweepOrphans(app.services.db, app.services.stores.originals, new Date(Date.now() + hours * 3_600_000));
    expect([await sweep(0), await sweep(2)]).toEqual([0, 1]);
    expect([...objects.keys()]).toEqual(before);
    await app.stop();
  });
});
