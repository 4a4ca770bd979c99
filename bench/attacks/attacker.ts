/** Floods the host until it is killed: `node --import tsx attacker.ts <kind> <port> <details as JSON>`. Runs in its own process, at a lower priority than the site. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { LIMITS } from '@site/shared/domain/limits';
import { type AttackKind, type Flood, getAttackers, isFlood } from './kinds.ts';

const ADDRESSES = 8;
/** Pause before a refused connection is reopened. */
const AGAIN_MS = 50;

const [kind, port, details] = process.argv.slice(2);
/** Input of the chosen attack: photo paths; release set, version and cookie (with a number below the share) of a canary; the cookie of a preview; or an account token. */
const given: string[] = JSON.parse(details ?? '[]');
let requests = 0;

const head = (line: string, headers: readonly string[] = []): string => `${[`${line} HTTP/1.1`, 'host: site', ...headers].join('\r\n')}\r\n\r\n`;
const post = (path: string, type: string, body: string, length = body.length, headers = ['authorization: Bearer x']): string =>
  head(`POST ${path}`, [`content-type: ${type}`, ...headers, `content-length: ${length}`]) + body;

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
const REQUESTS: Readonly<Record<Exclude<AttackKind, Flood>, (count: number, index: number) => { text: string; sends?: boolean; reads?: boolean }>> = {
  'slow bodies': (count) => {
    const [path, type] = [
      ['/api/page-views', 'multipart/form-data; boundary=x'],
      ['/api/posts', 'multipart/form-data; boundary=x'],
      ['/api/auth/login', 'application/json'],
      ['/volunteer', 'application/x-www-form-urlencoded'],
      ['/school-visit', 'application/x-www-form-urlencoded'],
    ][count % 5] ?? ['', ''];
    return { text: post(path ?? '', type ?? '', '-', 5000), sends: true };
  },
  'slow readers': (count) => ({ text: head(`GET ${given[count % given.length]}`), reads: false }),
  'uncached images': (count) => ({ text: head(`GET ${given[count % given.length]}`, ['accept: image/avif,image/webp']) }),
  'password guesses': (count) => ({
    text: post('/api/auth/login', 'application/json', JSON.stringify({ email: `colleague${count % 50}@site.example`, password: `guess ${count}` })),
  }),
  'passkey options': () => ({ text: post('/api/auth/passkey-sign-in/options', 'application/json', '{}') }),
  // The site has assigned a number to one address only.
  'canary steering': (count, index) => {
    const [set, version, cookie] = given;
    const headers = [`cookie: ${index % ADDRESSES === 0 ? cookie : 'canary=0'}`];
    const view = { set, version, path: '/news' };
    const send = (path: string, body: object): string => {
      const text = JSON.stringify(body);
      return post(path, 'application/json', text, text.length, headers);
    };
    const fault = { ...view, kind: 'hydration', remote: 'news-events', message: 'invented' };
    return { text: [head('GET /news', headers), send('/reports', fault), send('/reports/views', view)][count % 3] ?? '' };
  },
};

const getLocalAddress = (index: number): string => `127.0.0.${2 + (index % ADDRESSES)}`;

const PATHS: Readonly<Record<Flood, (count: number) => string>> = {
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

const createHeaders = (of: Flood) => ({
  'accept-encoding': 'gzip, deflate, br',
  ...(of === 'hostile preview' ? { cookie: given[0] } : {}),
  ...(of === 'contributor texts' ? { authorization: `Bearer ${given[0]}`, 'content-type': 'multipart/form-data; boundary=x' } : {}),
});

/** Requests pages, or submits forms, one after the other over one connection, as browsers do. */
const flood = (of: Flood, index: number): void => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = createHeaders(of);
  const [method, getBody] = of === 'contributor texts' ? ['POST', writeForm] : ['GET', () => undefined];
  const next = (): void => {
    requests += 1;
    const count = requests * ADDRESSES + index;
    const path = PATHS[of](count);
    request({ agent, port, path, method, host: '127.0.0.1', localAddress: getLocalAddress(index), headers }, (response) => response.resume().on('end', next))
      .on('error', () => setTimeout(next, AGAIN_MS))
      .end(getBody(count));
  };
  next();
};

const attack = (attackKind: Exclude<AttackKind, Flood>, index: number): void => {
  const getRequest = REQUESTS[attackKind];
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: getLocalAddress(index) });
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    requests += 1;
    const { text, sends = false, reads = true } = getRequest(requests, index);
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
