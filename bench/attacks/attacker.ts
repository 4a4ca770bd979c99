/**
 * Floods the host until it is killed: `node --import tsx attacker.ts <kind> <port> <details as JSON>`. Runs in its own process, at a lower priority than the
 * site.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { LIMITS } from '@site/shared/domain/limits';
import { type AttackKind, type Flood, getAttackers, isFlood } from './kinds.ts';

const ADDRESSES = 8;
/** Pause before a refused connection is reopened. */
const AGAIN_MS = 50;

const [kind, port, details] = process.argv.slice(2);
/**
 * Input of the chosen attack: photo paths; release set, version and cookie (with a number below the share) of a canary; the cookie of a preview; or an account
 * token.
 */
const given: string[] = JSON.parse(details ?? '[]');
let requests = 0;

const head = (line: string, headers: readonly string[] = []): string => `${[`${line} HTTP/1.1`, 'host: site', ...headers].join('\r\n')}\r\n\r\n`;
/** The beginning of a request with a body of `length` bytes. */
const beginPost = (path: string, type: string, length: number): string =>
  `${head(`POST ${path}`, [`content-type: ${type}`, 'authorization: Bearer x', `content-length: ${length}`])}-`;

const fill = (part: string): string => part.repeat(Math.floor(LIMITS.textCharacters / part.length));
const INSIDE = Math.floor(LIMITS.textCharacters / LIMITS.textElements) - '<p></p>'.length;
/** Texts of the maximum length: the most elements allowed, unclosed markup, deep nesting, and characters that HTML escapes with six characters. */
const HOSTILE_TEXTS = [
  `<p>${'"&\''.repeat(Math.floor(INSIDE / 3))}</p>`.repeat(LIMITS.textElements),
  fill('<b><i>'),
  `${'<ul><li>'.repeat(40)}${fill('&"\'<')}`.slice(0, LIMITS.textCharacters),
  fill('<a href="//x">x</a>'),
];

/** The next request of a connection. `sends`: one more byte per second follows; `reads: false`: the response is never read. */
const REQUESTS: Readonly<Record<Exclude<AttackKind, Flood>, (count: number) => { text: string; sends?: boolean; reads?: boolean }>> = {
  'slow bodies': (count) => {
    const [path, type] = [
      ['/api/page-views', 'multipart/form-data; boundary=x'],
      ['/api/posts', 'multipart/form-data; boundary=x'],
      ['/api/auth/login', 'application/json'],
      ['/volunteer', 'application/x-www-form-urlencoded'],
      ['/school-visit', 'application/x-www-form-urlencoded'],
    ][count % 5] ?? ['', ''];
    return { text: beginPost(path ?? '', type ?? '', 5000), sends: true };
  },
  'slow readers': (count) => ({ text: head(`GET ${given[count % given.length]}`), reads: false }),
  // Never waits for a response. Its pages are composed anew.
  'pipelined pages': (count) => ({ text: head(`GET /news?visit=${count}`).repeat(20) }),
};

const getLocalAddress = (index: number): string => `127.0.0.${2 + (index % ADDRESSES)}`;

/** Paths of the requests that steer a canary: its page, a report of an invented fault, and a report that a page was shown. */
const STEERING_PATHS = ['/news', '/reports', '/reports/views'];

const PATHS: Readonly<Record<Flood, (count: number) => string>> = {
  'uncached images': (count) => given[count % given.length] ?? '',
  'password guesses': () => '/api/auth/login',
  'passkey options': () => '/api/auth/passkey-sign-in/options',
  'canary steering': (count) => STEERING_PATHS[count % STEERING_PATHS.length] ?? '',
  'unknown addresses': (count) => `/nowhere/${count}`,
  'unknown items': (count) => `/news/no-post-${count}`,
  'unknown queries': (count) => `/news?visit=${count}`,
  // The maximum length of a page URL, filled with characters that HTML escapes with six characters.
  'long paths': (count) => `/news/${'"'.repeat(900)}${count}`,
  // Each request is redirected to the canonical spelling.
  'other spellings': (count) => `/news/%${(0x61 + (count % 26)).toString(16)}-${count}?page=${count}`,
  searches: (count) => `/search?q=word+${count}`,
  'releases that do not exist': (count) => `/_mf/gallery/9.9.${count}-0123456789/entry.js`,
  // The host composes, reads, hashes and signs each copy anew.
  'signed copies': (count) => `/saved-pages${count % 2 === 0 ? `/search?q=word+${count}` : given[count % given.length]}`,
  // Preview pages are composed for every request.
  'hostile preview': (count) => `/gallery?page=${count}`,
  'contributor texts': () => '/api/posts',
};

const writeForm = (count: number): string => {
  const fields = { title: `Text ${count}`, category: 'Hubs', status: 'draft', content: HOSTILE_TEXTS[count % HOSTILE_TEXTS.length] ?? '' };
  const parts = Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.join('')}--x--\r\n`;
};

const writeCanaryReport = (path: string): string | undefined => {
  const [set, version] = given;
  const view = { set, version, path: '/news' };
  const fault = { ...view, kind: 'hydration', remote: 'news-events', message: 'invented' };
  return path === '/news' ? undefined : JSON.stringify(path === '/reports' ? fault : view);
};

/** Bodies of the floods that send one; their method is POST. */
const getBody = (of: Flood, path: string, count: number): string | undefined => {
  switch (of) {
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

const getHeaders = (of: Flood, index: number): Readonly<Record<string, string | undefined>> => {
  switch (of) {
    case 'uncached images':
      return { accept: 'image/avif,image/webp' };
    case 'canary steering':
      // The site has assigned a number to one address only.
      return { cookie: index % ADDRESSES === 0 ? given[2] : 'canary=0' };
    case 'hostile preview':
      return { cookie: given[0] };
    case 'contributor texts':
      return { authorization: `Bearer ${given[0]}`, 'content-type': 'multipart/form-data; boundary=x' };
    default:
      return {};
  }
};

/** Sends one request after the other over one connection, each when the response to the one before is complete, as browsers do. */
const flood = (of: Flood, index: number): void => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const next = (): void => {
    requests += 1;
    const count = requests * ADDRESSES + index;
    const path = PATHS[of](count);
    const body = getBody(of, path, count);
    const headers = { 'accept-encoding': 'gzip, deflate, br', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...getHeaders(of, index) };
    request({ agent, port, path, method: body === undefined ? 'GET' : 'POST', host: '127.0.0.1', localAddress: getLocalAddress(index), headers }, (response) =>
      response.resume().on('end', next),
    )
      .on('error', () => setTimeout(next, AGAIN_MS))
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
    const { text, sends = false, reads = true } = getRequest(requests);
    socket.write(text);
    if (!reads) socket.pause();
    if (sends) timer = setInterval(() => socket.writable && socket.write('-'), 1000);
  };
  socket.on('connect', send);
  // At least the beginning of a response has arrived: send the next request.
  socket.on('data', () => timer === undefined && send());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(() => attack(attackKind, index), AGAIN_MS);
  });
};

// Paused connections do not keep the process alive, but this timer does.
setInterval(() => undefined, 1000);
const chosen = kind as AttackKind;
for (let index = 0; index < getAttackers(chosen); index += 1) {
  if (isFlood(chosen)) flood(chosen, index);
  else attack(chosen, index);
}
