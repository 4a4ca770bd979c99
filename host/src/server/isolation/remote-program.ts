/**
 * The program of a remote's process, which runs exactly one version of one remote. It needs no other file: React and the router are compiled in, and the host
 * sends the bundle. Everything that the remote must not reach is captured here before the globals are closed.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { closeGlobals } from '@site/releases/close-globals';
import { evaluateServerBundle } from '@site/releases/server-bundle';
import { describeError, getErrorMessage } from '@site/shared/domain/error-code';
import { singletonModules } from '@site/shared/remote/singletons';
import type { Notice } from '../../federation/page-data.ts';
import { createBridgeFetch, createBridgeServices, type SendCall } from './bridge.ts';
import { createAreaComposer } from './compose-area.tsx';
import {
  ADDRESSES_PER_LINE,
  type CallResponse,
  CHANNEL_DESCRIPTOR,
  createLineReader,
  FORM_TYPE,
  type HostMessage,
  IMAGES_PER_ADDRESS,
  type PostedForm,
  REPLY_LIMIT_BYTES,
  type Reply,
} from './protocol.ts';
import { recordReads } from './record-reads.ts';
import { getPageAddresses } from './remote-routes.ts';

const { exit, on } = process;
const MAX_LOG_CHARACTERS = 1000;
/** Further lines in the same second are dropped, because the host ends a process that floods the log. */
const LOG_LINES_PER_SECOND = 20;

const channel = new Socket({ fd: CHANNEL_DESCRIPTOR, readable: true, writable: true });
const { stringify, parse } = JSON;
const write = channel.write.bind(channel);
const [cork, uncork] = [channel.cork.bind(channel), channel.uncork.bind(channel)];
const { nextTick } = process;
const { byteLength } = Buffer;
const send = (reply: Reply): void => {
  const line = stringify(reply);
  // The host ends a process that sends a line this long, but an editor's text may be the cause: fail only the request.
  if ('id' in reply && reply.id !== undefined && byteLength(line) >= REPLY_LIMIT_BYTES) {
    send({ type: 'failed', id: reply.id, message: `Its ${reply.type} has more than ${REPLY_LIMIT_BYTES / 1024 / 1024} MB.` });
    return;
  }
  write(`${line}\n`);
};

/** Data collected during a request. */
interface CollectedData {
  readonly notices: Notice[];
  /** The fields of the site config that were read. */
  readonly siteReads: Set<string>;
}

/** The request that the running code belongs to. */
const currentRequest = new AsyncLocalStorage<CollectedData & { readonly id: number }>();
const waiting = new Map<number, (response: CallResponse) => void>();
let lastCall = 0;

const sendCall: SendCall = (call) =>
  new Promise((resolve) => {
    const id = currentRequest.getStore()?.id;
    if (id === undefined) return resolve({ error: 'A remote may call the provider only while it handles a request.' });
    lastCall += 1;
    waiting.set(lastCall, resolve);
    // Concurrent calls by a page's loaders are sent in one write.
    cork();
    send({ type: 'call', id, call: lastCall, ...call });
    nextTick(uncork);
  });
const fetch = createBridgeFetch(sendCall);

let composer: ReturnType<typeof createAreaComposer> | undefined;

const getComposer = (): ReturnType<typeof createAreaComposer> => {
  if (composer === undefined) throw new Error('The bundle has not been loaded.');
  return composer;
};

const toRequest = (url: string, form: PostedForm | undefined): Request => {
  if (form === undefined) return new Request(url);
  const headers = { 'content-type': FORM_TYPE, 'x-forwarded-for': form.visitor };
  return new Request(url, { method: 'POST', headers, body: form.body });
};

const render = async ({ id, url, paths, form }: Extract<HostMessage, { type: 'render' }>, collectedData: CollectedData): Promise<void> => {
  const area = await getComposer().compose({ ...collectedData, paths, request: toRequest(url, form) });
  send({ type: 'area', id, area });
};

const listAddresses = async ({ id, paths }: Extract<HostMessage, { type: 'addresses' }>, { siteReads }: CollectedData): Promise<void> => {
  // No timeout here: the host limits the time of each call.
  const { addresses, isComplete } = await getPageAddresses(getComposer().getRoutes(paths, siteReads), new AbortController().signal);
  for (let start = 0; start === 0 || start < addresses.length; start += ADDRESSES_PER_LINE) {
    const next = start + ADDRESSES_PER_LINE;
    send({
      type: 'addresses',
      id,
      pages: {
        addresses: addresses
          .slice(start, next)
          .map(({ path, lastModified = null, images = [] }) => ({ path, lastModified, images: images.slice(0, IMAGES_PER_ADDRESS) })),
        isComplete,
        hasMore: next < addresses.length,
      },
    });
  }
};

const respond = (id: number, work: (collectedData: CollectedData) => Promise<void>): void => {
  const collectedData: CollectedData = { notices: [], siteReads: new Set() };
  currentRequest.run({ id, ...collectedData }, work, collectedData).catch((error: unknown) => send({ type: 'failed', id, message: describeError(error) }));
};

const handle = (message: HostMessage): void => {
  switch (message.type) {
    case 'load':
      try {
        const services = createBridgeServices(
          recordReads(message.site, (name) => currentRequest.getStore()?.siteReads.add(name)),
          fetch,
          (notice) => currentRequest.getStore()?.notices.push(notice),
        );
        composer = createAreaComposer(evaluateServerBundle(message.code, message.publicPath, singletonModules), services);
        send({ type: 'loaded' });
      } catch (error) {
        send({ type: 'rejected', message: getErrorMessage(error) });
      }
      return;
    case 'render':
      respond(message.id, (collected) => render(message, collected));
      return;
    case 'addresses':
      respond(message.id, (collected) => listAddresses(message, collected));
      return;
    case 'response':
      waiting.get(message.call)?.(message.response);
      waiting.delete(message.call);
      return;
    case 'ping':
      send({ type: 'pong', id: message.id });
      return;
    default:
      message satisfies never;
  }
};

let lastLogSecond = 0;
let logLines = 0;
const log = (values: readonly unknown[]): void => {
  const second = Math.floor(Date.now() / 1000);
  if (second !== lastLogSecond) {
    lastLogSecond = second;
    logLines = 0;
  }
  logLines += 1;
  if (logLines > LOG_LINES_PER_SECOND) return;
  const text = values.map((value) => (value instanceof Error ? describeError(value) : String(value))).join(' ');
  const id = currentRequest.getStore()?.id;
  send({ type: 'log', ...(id === undefined ? {} : { id }), text: text.slice(0, MAX_LOG_CHARACTERS) });
};

const start = (): void => {
  // Terminals and container managers send these signals to the whole process group, but the host decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) on.call(process, signal, () => undefined);
  // Such an error does not fail a request; the host limits how many it tolerates.
  const reportUnhandled = (error: unknown): void => {
    send({ type: 'unhandled', message: describeError(error) });
  };
  on.call(process, 'unhandledRejection', reportUnhandled);
  on.call(process, 'uncaughtException', reportUnhandled);
  // The host has exited.
  channel.on('end', () => exit(0));
  channel.on('error', () => exit(0));
  const open = closeGlobals({ fetch, log });
  if (open.length > 0) throw new Error(`These globals could not be removed: ${open.join(', ')}`);
  channel.on(
    'data',
    createLineReader(
      Number.POSITIVE_INFINITY,
      (line) => handle(parse(line)),
      () => exit(1),
    ),
  );
};

start();
