import { createHash } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { DomUtils, parseDocument } from 'htmlparser2';
import { generate } from 'selfsigned';

const brotli = promisify(brotliCompress);

/** Connection-specific headers of HTTP/1.1, which HTTP/2 forbids. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

export const PAGE_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=86400';
export const FILE_CACHE = 'public, max-age=31536000, immutable';

/** Encodes a body as the host does: Brotli at best quality for text, no compression for fonts and images. */
export const encodeFile = async (type: string, cacheControl: string, content: Buffer, headers: Readonly<Record<string, string>> = {}) => {
  const isCompressed = /text|javascript|svg|json/.test(type);
  return { type, cacheControl, headers, body: isCompressed ? await brotli(content) : content, isCompressed };
};
type EncodedFile = Awaited<ReturnType<typeof encodeFile>>;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface SecureServer {
  readonly url: string;
  close(): Promise<void>;
}

const forwardRequest = (origin: string, request: Http2ServerRequest, response: Http2ServerResponse): void => {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(':')));
  const forwardedRequest = sendRequest(new URL(request.url, origin), { method: request.method, headers }, (incoming) => {
    const endToEndHeaders = Object.entries(incoming.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
    response.writeHead(incoming.statusCode ?? 502, Object.fromEntries(endToEndHeaders));
    incoming.pipe(response);
  });
  forwardedRequest.on('error', () => response.writeHead(502).end());
  request.pipe(forwardedRequest);
};

export const makeCertificate = async (): Promise<Certificate> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048, algorithm: 'sha256' });
  return { key, cert };
};

/** Starts an HTTP/2 server with TLS in front of the real host. `files` maps paths to comparison pages, which are served over the same connection. */
export const startSecureServer = async (certificate: Certificate, origin: string, files: ReadonlyMap<string, EncodedFile>): Promise<SecureServer> => {
  const server = createSecureServer({ ...certificate, allowHTTP1: false }, (request, response) => {
    const file = files.get(request.url);
    if (file === undefined) {
      forwardRequest(origin, request, response);
      return;
    }
    response.writeHead(200, {
      'content-type': file.type,
      'cache-control': file.cacheControl,
      'content-length': file.body.length,
      ...file.headers,
      ...(file.isCompressed ? { 'content-encoding': 'br', vary: 'accept-encoding' } : {}),
    });
    response.end(file.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `https://localhost:${address.port}`, close: () => new Promise((resolve) => server.close(() => resolve())) };
};

const SCRIPT_ATTRIBUTES: readonly string[] = ['data-discover', 'data-rspack', 'data-menu'];

/** Detects the inline script that applies the stylesheets. The twin keeps this script because the styles depend on it. */
const appliesStylesheets = (text: string): boolean => text.includes('[media=');

/**
 * Converts a composed page into the HTML that a careful author would write by hand: the same text, images and styles, but no other scripts, data or comments.
 */
const toStaticTwin = (composedHtml: string): string => {
  const document = parseDocument(composedHtml, { decodeEntities: false });
  for (const script of DomUtils.getElementsByTagName('script', document)) if (!appliesStylesheets(DomUtils.textContent(script))) DomUtils.removeElement(script);
  // Remove `noscript` elements, because the browsers that open this copy run scripts.
  for (const element of DomUtils.getElementsByTagName('noscript', document)) DomUtils.removeElement(element);
  for (const node of DomUtils.find((each) => each.type === 'comment', document, true, Number.POSITIVE_INFINITY)) DomUtils.removeElement(node);
  for (const element of DomUtils.getElementsByTagName('*', document)) for (const name of SCRIPT_ATTRIBUTES) delete element.attribs[name];
  for (const root of DomUtils.getElementsByTagName('html', document)) root.attribs.class = 'js';
  const [first, ...others] = DomUtils.getElementsByTagName('style', document);
  for (const style of others) {
    if (first !== undefined) for (const text of [...style.children]) DomUtils.appendChild(first, text);
    DomUtils.removeElement(style);
  }
  const html = DomUtils.getOuterHTML(document, { decodeEntities: false });
  if (/<script[\s\S]*<script|<!--/.test(html)) throw new Error('The twin must contain one script and no comments.');
  return html;
};

/**
 * Security headers are not a cost of the framework, because a hand-written page has them too. For example, a page with its own opener policy gets a new
 * process.
 */
const SECURITY_HEADERS: readonly string[] = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'integrity-policy',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'x-content-type-options',
  'x-frame-options',
];

const hashInlineElements = (html: string, name: 'script' | 'style'): string =>
  DomUtils.getElementsByTagName(name, parseDocument(html, { decodeEntities: false }))
    .map((element) => `'sha256-${createHash('sha256').update(DomUtils.textContent(element)).digest('base64')}'`)
    .join(' ');

/** Returns a response's security headers for another page, with the hashes of the scripts and styles in that page's `html`. */
export const getSecurityHeaders = ({ headers }: Response, html: string): Record<string, string> => {
  const policy = (headers.get('content-security-policy') ?? '')
    .replaceAll(/ 'sha256-[^']*'/g, '')
    .replace(/script-src [^;]*/, (directive) => `${directive} ${hashInlineElements(html, 'script')}`)
    .replace(/style-src [^;]*/, (directive) => `${directive} ${hashInlineElements(html, 'style')}`);
  return { 'content-security-policy': policy, ...Object.fromEntries(SECURITY_HEADERS.map((name) => [name, headers.get(name) ?? ''])) };
};

export const startTwinServer = async (certificate: Certificate, siteUrl: string, paths: readonly string[]): Promise<SecureServer> => {
  const twins = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${siteUrl}${path}`);
      if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
      const staticTwin = toStaticTwin(await response.text());
      const headers = { link: response.headers.get('link') ?? '', ...getSecurityHeaders(response, staticTwin) };
      return [path, await encodeFile('text/html; charset=utf-8', PAGE_CACHE, Buffer.from(staticTwin), headers)] as const;
    }),
  );
  return startSecureServer(certificate, siteUrl, new Map(twins));
};
