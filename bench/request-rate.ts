import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';

interface LoadOptions {
  readonly ports: readonly number[];
  readonly nextPath: () => string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Maximum duration. By default, the load ends when the paths run out. */
  readonly milliseconds?: number;
}

interface LoadResult {
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
}

/** Finds the end and status of the first complete response in the received bytes. Returns undefined if no response is complete yet. */
const findResponse = (received: Buffer): { readonly end: number; readonly status: number } | undefined => {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  const last = length === undefined ? received.indexOf('0\r\n\r\n', headEnd + 2) : headEnd + 4 + Number(length) - 5;
  if (last < 0 || received.length < last + 5) return undefined;
  return { end: last + 5, status };
};

/** Sends requests in sequence on each keep-alive connection. Parses only the head of each response, to keep its own CPU time low. */
export const sendRequests = async ({ ports, nextPath, headers, connections, milliseconds = Number.POSITIVE_INFINITY }: LoadOptions): Promise<LoadResult> => {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const began = performance.now();
  const open = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      let received: Buffer = Buffer.alloc(0);
      const send = (): void => {
        const address = performance.now() - began < milliseconds ? nextPath() : undefined;
        if (address === undefined) socket.destroy();
        else {
          sentAt = performance.now();
          socket.write(`GET ${address} HTTP/1.1\r\n${lines.join('')}\r\n`);
        }
      };
      const socket = connect(port, '127.0.0.1', send);
      socket.setNoDelay(true);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (bytes) => {
        received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
        const response = findResponse(received);
        if (response === undefined) return;
        times.push(performance.now() - sentAt);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        received = received.subarray(response.end);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, (_, index) => open(ports[index % ports.length] ?? 0)));
  return { perSecond: times.length / ((performance.now() - began) / 1000), times, statuses };
};

export const measureRate = async (
  port: number,
  address: string,
  headers: Readonly<Record<string, string>>,
  connections: number,
  milliseconds: number,
): Promise<number> => (await sendRequests({ ports: [port], nextPath: () => address, headers, connections, milliseconds })).perSecond;

/** Starts the reference server, which sends these headers and the content of the file for every request. */
export const startBareServer = async (headers: Readonly<Record<string, string>>, file: string): Promise<{ readonly port: number; stop(): Promise<void> }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-server.mjs'), JSON.stringify(headers), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [port] = await once(child.stdout, 'data');
  return {
    port: Number(String(port)),
    stop: async () => {
      child.kill();
      await exited;
    },
  };
};
