/**
 * Attacks the host until it is killed: `node --import tsx attacker.ts <kind> <port> <details as JSON>`.
 * Runs in its own process at a lower priority than the site.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { LIMITS } from '@site/shared/domain/limits';
import { type AttackKind, type Flood, getAttackerCount, isFlood } from './kinds.ts';

const ADDRESS_COUNT = 8;
const RECONNECT_DELAY_MS = 50;

const [kind, port, details] = process.argv.slice(2);
/** Input for this kind of attack: photo paths; the release set, version and cookie of a canary visitor; a preview cookie; or an account token. */
const input: string[] = JSON.parse(details ?? '[]');
let requests = 0;

const head = (line: string, headers: readonly string[] = []): string => `${[`${line} HTTP/1.1`, 'host: site', ...headers].join('\r\n')}\r\n\r\n`;
const formatPostHead = (path: string, type: string, length: number): string =>
  `${head(`POST ${path}`, [`content-type: ${type}`, 'authorization: Bearer x', `content-length: ${length}`])}-`;

const fill = (part: string): string => part.repeat(Math.floor(LIMITS.textCharacters / part.length));
const PARAGRAPH_CHARACTERS = Math.floor(LIMITS.textCharacters / LIMITS.textElements) - '<p></p>'.length;
/** Texts of the maximum length: too many elements, unclosed markup, deep nesting, and characters that HTML escapes with six characters. */
const HOSTILE_TEXTS = [
  `<p>${'"&\''.repeat(Math.floor(PARAGRAPH_CHARACTERS / 3))}</p>`.repeat(LIMITS.textElements),
  fill('<b><i>'),
  `${'<ul><li>'.repeat(40)}${fill('&"\'<')}`.slice(0, LIMITS.textCharacters),
  fill('<a href="//x">x</a>'),
];

/**
 * Builds the next request on a connection. With `keepsSending`, the client adds one byte per second; with `readsResponse: false`, the client never reads the
 * response.
 */
const REQUESTS: Readonly<Record<Exclude<AttackKind, Flood>, (count: number) => { text: string; keepsSending?: boolean; readsResponse?: boolean }>> = {
  'slow bodies': (count) => {
    const [path, type] = [
      ['/api/page-views', 'multipart/form-data; boundary=x'],
      ['/api/posts', 'multipart/form-data; boundary=x'],
      ['/api/auth/login', 'application/json'],
      ['/volunteer', 'application/x-www-form-urlencoded'],
      ['/school-visit', 'application/x-www-form-urlencoded'],
    ][count % 5] ?? ['', ''];
    return { text: formatPostHead(path ?? '', type ?? '', 5000), keepsSending: true };
  },
  'slow readers': (count) => ({ text: head(`GET ${input[count % input.length]}`), readsResponse: false }),
  // Sends requests without waiting for responses. Their URLs are not cached.
  'pipelined pages': (count) => ({ text: head(`GET /news?visit=${count}`).repeat(20) }),
};

const getLocalAddress = (index: number): string => `127.0.0.${2 + (index % ADDRESS_COUNT)}`;

const STEERING_PATHS = ['/news', '/reports', '/reports/views'];

const PATHS: Readonly<Record<Flood, (count: number) => string>> = {
  'uncached images': (count) => input[count % input.length] ?? '',
  'password guesses': () => '/api/auth/login',
  'passkey options': () => '/api/auth/passkey-sign-in/options',
  'canary steering': (count) => STEERING_PATHS[count % STEERING_PATHS.length] ?? '',
  'unknown addresses': (count) => `/nowhere/${count}`,
  'unknown items': (count) => `/news/no-post-${count}`,
  'unknown queries': (count) => `/news?visit=${count}`,
  'long paths': (count) => `/news/${'"'.repeat(900)}${count}`,
  // The host redirects each request to the canonical URL.
  'other spellings': (count) => `/news/%${(0x61 + (count % 26)).toString(16)}-${count}?page=${count}`,
  searches: (count) => `/search?q=word+${count}`,
  'releases that do not exist': (count) => `/_mf/gallery/9.9.${count}-0123456789/entry.js`,
  // The host renders, hashes and signs a new copy each time.
  'signed copies': (count) => `/saved-pages${count % 2 === 0 ? `/search?q=word+${count}` : input[count % input.length]}`,
  'hostile preview': (count) => `/gallery?page=${count}`,
  'contributor texts': () => '/api/posts',
};

const writeForm = (count: number): string => {
  const fields = { title: `Text ${count}`, category: 'Hubs', status: 'draft', content: HOSTILE_TEXTS[count % HOSTILE_TEXTS.length] ?? '' };
  const parts = Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.join('')}--x--\r\n`;
};

const writeCanaryReport = (path: string): string | undefined => {
  const [set, version] = input;
  const view = { set, version, path: '/news' };
  const fault = { ...view, kind: 'hydration', remote: 'news-events', message: 'invented' };
  return path === '/news' ? undefined : JSON.stringify(path === '/reports' ? fault : view);
};

const getBody = (kind: Flood, path: string, count: number): string | undefined => {
  switch (kind) {
    case 'password guesses':
      return JSON.stringify({ email: `colleague${count % 50}@site.example`, password: `guess ${count}` });
    case 'passkey options':
      return '{}';
    case 'canary steering':
      return writeCanaryReport(path);
    case 'contributor texts':
      return writeForm(count);
    default:
      return undefined;
  }
};

const getHeaders = (kind: Flood, index: number): Readonly<Record<string, string | undefined>> => {
  switch (kind) {
    case 'uncached images':
      return { accept: 'image/avif,image/webp' };
    case 'canary steering':
      // Only the first simulated address sends a canary number that the site has issued.
      return { cookie: index % ADDRESS_COUNT === 0 ? input[2] : 'canary=0' };
    case 'hostile preview':
      return { cookie: input[0] };
    case 'contributor texts':
      return { authorization: `Bearer ${input[0]}`, 'content-type': 'multipart/form-data; boundary=x' };
    default:
      return {};
  }
};

/** Sends requests over one connection. Like a browser, it sends each request after the previous response is complete. */
const flood = (kind: Flood, index: number): void => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const next = (): void => {
    requests += 1;
    const count = requests * ADDRESS_COUNT + index;
    const path = PATHS[kind](count);
    const body = getBody(kind, path, count);
    const headers = {
      'accept-encoding': 'gzip, deflate, br',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...getHeaders(kind, index),
    };
    request({ agent, port, path, method: body === undefined ? 'GET' : 'POST', host: '127.0.0.1', localAddress: getLocalAddress(index), headers }, (response) =>
      response.resume().on('end', next),
    )
      .on('error', () => setTimeout(next, RECONNECT_DELAY_MS))
      .end(body);
  };
  next();
};

const attack = (attackKind: Exclude<AttackKind, Flood>, index: number): void => {
  const getRequest = REQUESTS[attackKind];
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: getLocalAddress(index) });
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    requests += 1;
    const { text, keepsSending = false, readsResponse = true } = getRequest(requests);
    socket.write(text);
    if (!readsResponse) socket.pause();
    if (keepsSending) timer = setInterval(() => socket.writable && socket.write('-'), 1000);
  };
  socket.on('connect', send);
  // Send the next request as soon as the first bytes of a response have arrived.
  socket.on('data', () => timer === undefined && send());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(() => attack(attackKind, index), RECONNECT_DELAY_MS);
  });
};

// Keep the process running: paused connections alone would let it exit.
setInterval(() => undefined, 1000);
const chosenKind = kind as AttackKind;
for (let index = 0; index < getAttackerCount(chosenKind); index += 1) {
  if (isFlood(chosenKind)) flood(chosenKind, index);
  else attack(chosenKind, index);
}
