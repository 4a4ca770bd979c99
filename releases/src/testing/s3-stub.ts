import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../storage/s3-settings.ts';

interface StubOptions {
  /** How the store treats `If-None-Match` in a PUT. */
  readonly conditions?: 'supported' | 'ignored' | 'rejected';
  /** Number of entries per listing page. */
  readonly pageSize?: number;
}

const BUCKET = 'site';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const toError = (code: string): string => `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;

interface StubResponse {
  readonly status: number;
  readonly body?: string | Buffer;
}

/** The store's objects, and its responses to requests. */
class StubObjects {
  readonly objects = new Map<string, { readonly content: Buffer; readonly modifiedAt: number }>();
  /** Number of conditional PUTs still to be rejected with a conflict. */
  conflicts = 0;
  readonly #conditions: StubOptions['conditions'];
  readonly #pageSize: number;

  constructor({ conditions = 'supported', pageSize = 1000 }: StubOptions) {
    this.#conditions = conditions;
    this.#pageSize = pageSize;
  }

  #list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > (query.get('continuation-token') ?? '')).sort();
    const page = keys.slice(0, this.#pageSize);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(this.objects.get(key)?.modifiedAt ?? 0).toISOString()}</LastModified></Contents>`,
    );
    const isTruncated = keys.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }

  #put(key: string, content: Buffer, isConditional: boolean): StubResponse {
    if (isConditional && this.#conditions === 'rejected') return { status: 501, body: toError('NotImplemented') };
    if (isConditional && this.#conditions === 'supported') {
      if (this.objects.has(key)) return { status: 412, body: toError('PreconditionFailed') };
      if (this.conflicts > 0) {
        this.conflicts -= 1;
        return { status: 409, body: toError('ConditionalRequestConflict') };
      }
    }
    this.objects.set(key, { content, modifiedAt: Date.now() });
    return { status: 200 };
  }

  respond(request: IncomingMessage, content: Buffer): StubResponse {
    const url = new URL(request.url ?? '/', 'http://store');
    const [bucket, ...names] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const key = names.join('/');
    if (!request.headers.authorization?.includes('Credential=KEYID/')) return { status: 403, body: toError('InvalidAccessKeyId') };
    if (bucket !== BUCKET) return { status: 404, body: toError('NoSuchBucket') };
    if (request.method === 'PUT') return this.#put(key, content, request.headers['if-none-match'] === '*');
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    if (key === '') return { status: 200, body: this.#list(url.searchParams) };
    const stored = this.objects.get(key);
    return stored === undefined ? { status: 404, body: toError('NoSuchKey') } : { status: 200, body: stored.content };
  }
}

/**
 * In-memory object store for tests, over HTTP. Implements the subset of S3 that the release store uses, as S3 documents it. `npm run bench -- object-store`
 * measures a real store.
 */
export const startS3Stub = async (options: StubOptions = {}) => {
  const stub = new StubObjects(options);
  const requests: string[] = [];
  let lostResponses = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    requests.push(`${request.method} ${request.url}`);
    const { status, body = '' } = stub.respond(request, Buffer.concat(parts));
    if (request.method === 'PUT' && lostResponses > 0) {
      lostResponses -= 1;
      response.destroy();
    } else response.writeHead(status).end(body);
  };

  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => void handle(request, response)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on TCP has an `AddressInfo`.
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId: 'KEYID',
    secretAccessKey: 'a/secret+of=ours',
  };

  return {
    settings,
    objects: stub.objects,
    /** Method and URL of each request. */
    requests,
    /** Performs the next PUTs without ever sending their responses. */
    loseResponses: (count: number): void => {
      lostResponses = count;
    },
    /** Rejects the next conditional PUTs with a conflict. */
    conflict: (count: number): void => {
      stub.conflicts = count;
    },
    stop,
    /** Listens again on the same port. */
    restart: async (): Promise<void> => void (await listen(port)),
  };
};
export type S3Stub = Awaited<ReturnType<typeof startS3Stub>>;
