import { type ChildProcess, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import type { SiteConfig } from '@site/shared/contracts/site';
import { findWorkingProcess, readProcessUsage } from '@site/shared/domain/process-usage';
import pLimit from 'p-limit';
import { type AddressParts, addAddressPart } from './address-parts.ts';
import { createByteBudget } from './byte-budget.ts';
import { CALL_LIMITS, type CallBudget, createCallBudget } from './call-budget.ts';
import { addToData, COMPLETE, type DataState, describeFailedCall } from './data-state.ts';
import { createDeferred } from './deferred.ts';
import { createIdleUsage } from './idle-usage.ts';
import type { Launcher } from './launcher.ts';
import { getLoadLimit, type ProcessLimits } from './process-limits.ts';
import type { PageAddresses } from './protocol.ts';
import {
  type Area,
  type Call,
  type CallResponse,
  CHANNEL_DESCRIPTOR,
  createLineReader,
  type HostMessage,
  REPLY_LIMIT_BYTES,
  type Reply,
  type ReplyLabel,
  readReply,
} from './protocol.ts';
import type { CallOrigin, PerformCall } from './provider-calls.ts';
import { createTimeLimit } from './time-limit.ts';

/** Why a remote gave no result. `isShared`: another request of the same process may be the cause. `hasWritten`: a form was passed on before. */
export class RemoteFault extends Error {
  readonly isShared: boolean;
  readonly hasWritten: boolean;

  constructor(message: string, { isShared = false, hasWritten = false }: { readonly isShared?: boolean; readonly hasWritten?: boolean } = {}) {
    super(message);
    this.name = 'RemoteFault';
    this.isShared = isShared;
    this.hasWritten = hasWritten;
  }
}

/** A remote's part of a response, and its data. `hasWritten`: a form was passed on. */
export interface RenderedArea {
  readonly area: Area;
  readonly hasWritten: boolean;
  readonly data: DataState;
}

const STDERR_CHARACTERS = 600;
const LOOP = 'It did not respond: an endless loop.';

export interface RenderRequest extends CallOrigin {
  readonly url: string;
}

interface RemoteProcessOptions {
  readonly launcher: Launcher;
  readonly code: string;
  readonly publicPath: string;
  readonly site: SiteConfig;
  readonly performCall: PerformCall;
  readonly limits: ProcessLimits;
  /** With the id of the request that the code belongs to, if it is known. */
  readonly onLog: (text: string, requestId: string | undefined) => void;
  /** An error outside of any request. */
  readonly onStray: (message: string) => void;
  /** The process has ended without `end`, for this reason. */
  readonly onDeath: (reason: string) => void;
}

type Answer = Extract<Reply, { type: 'area' | 'addresses' | 'failed' }>;

/** A request that the process works on. */
interface Pending {
  readonly origin: CallOrigin;
  readonly settle: (answer: Answer | RemoteFault) => void;
  readonly dataSignal: AbortSignal;
  /** Calls that the host performs for it now; the remote's own time stands still meanwhile. */
  activeCalls: number;
  readonly calls: CallBudget;
  ownMs: number;
  measuredAt: number;
  hasWritten: boolean;
  data: DataState;
  readonly addresses: AddressParts;
}

/**
 * One process with one version of a remote. What a visitor's address or an editor's text can cause, such as a page that is too long or too many calls, ends the
 * request. What only the remote itself can cause ends the process: a reply without a request, too much memory, no sign of life. `render` and `listAddresses`
 * reject with a RemoteFault.
 */
export const startRemoteProcess = ({ launcher, code, publicPath, site, performCall, limits, onLog, onStray, onDeath }: RemoteProcessOptions) => {
  const startedAt = performance.now();
  const [file, args, options] = launcher.command;
  const child: ChildProcess = spawn(file, args, options);
  const channel = child.stdio[CHANNEL_DESCRIPTOR] as Duplex | undefined;
  const pending = new Map<number, Pending>();
  let workingPid: number | undefined;
  let lastId = 0;
  let unhandledErrors = 0;
  let state: 'loading' | 'ready' | 'ended' = 'loading';
  let stderr = '';
  let ping: { readonly sentAt: number; readonly cpuMs: number | undefined } | undefined;
  let pingId = 0;
  let pingedAt = 0;
  let watchedAt = startedAt;
  let repliesSinceWatch = 0;
  let logsSinceWatch = 0;
  const budget = createByteBudget(limits);
  const findIdleWork = createIdleUsage();
  const performLater = pLimit(limits.activeCalls);
  /** Calls that wait until the process has bytes again. */
  let onceAffordable: (() => void)[] = [];

  const { promise: ready, resolve: resolveReady, reject: rejectReady } = createDeferred<void>();
  // A caller that awaits it sees the rejection; without one it must not end the host.
  ready.catch(() => undefined);
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });

  const send = (message: HostMessage): void => {
    if (state !== 'ended') channel?.write(`${JSON.stringify(message)}\n`);
  };
  /** Resolves when the process has taken the response, or has ended. */
  const deliver = (call: number, response: CallResponse): Promise<void> =>
    new Promise((resolve) => {
      const line = `${JSON.stringify({ type: 'response', call, response } satisfies HostMessage)}\n`;
      budget.add(line.length);
      if (state === 'ended' || channel === undefined) resolve();
      else channel.write(line, () => resolve());
    });
  const untilAffordable = async (): Promise<void> => {
    while (state !== 'ended' && budget.isSpent()) await new Promise<void>((resolve) => onceAffordable.push(resolve));
  };
  /** A process that has used up its bytes waits; nobody else does. */
  const readAgain = (): void => {
    if (state !== 'ended' && budget.isSpent()) return;
    const waiting = onceAffordable;
    onceAffordable = [];
    for (const resolve of waiting) resolve();
    channel?.resume();
  };

  const finish = (reason: string): void => {
    if (state === 'ended') return;
    state = 'ended';
    clearInterval(watch);
    child.kill('SIGKILL');
    channel?.destroy();
    readAgain();
    const isShared = pending.size > 1;
    rejectReady(new RemoteFault(reason));
    for (const { settle, hasWritten } of pending.values()) settle(new RemoteFault(reason, { isShared, hasWritten }));
    pending.clear();
  };

  /** Ends the process because of what it did. */
  const terminate = (reason: string): void => {
    if (state === 'ended') return;
    finish(reason);
    onDeath(reason);
  };

  /** The program that sets up namespaces needs a moment to start the process that does the work. */
  const readUsage = (): ReturnType<typeof readProcessUsage> => {
    const pid = workingPid ?? findWorkingProcess(child.pid ?? 0);
    if (pid !== child.pid || launcher.isolation.barrier !== 'namespaces') workingPid = pid;
    return readProcessUsage(pid);
  };

  const sendPing = (now: number): void => {
    if (ping !== undefined || (pending.size === 0 && now - pingedAt < limits.idlePingMs)) return;
    pingedAt = now;
    pingId += 1;
    ping = { sentAt: now, cpuMs: readUsage()?.cpuMs };
    send({ type: 'ping', id: pingId });
  };

  /** Whether the process has had the processor without answering: a loop. A busy machine may give it none. */
  const isLooping = (limitMs: number): boolean => {
    if (ping === undefined) return false;
    const silentMs = performance.now() - ping.sentAt;
    if (silentMs < limitMs) return false;
    const cpuMs = readUsage()?.cpuMs;
    return ping.cpuMs === undefined || cpuMs === undefined || cpuMs - ping.cpuMs >= limits.loopCpuMs || silentMs >= limits.starvedMs;
  };

  const addOwnTime = (request: Pending, now: number): void => {
    if (request.activeCalls === 0) request.ownMs += now - request.measuredAt;
    request.measuredAt = now;
  };

  /** Why the process must not go on. */
  const findFault = (now: number): string | undefined => {
    const usage = readUsage();
    if (usage !== undefined && usage.residentBytes > limits.residentBytes) return `It used ${Math.round(usage.residentBytes / 1024 / 1024)} MB of memory.`;
    if (state === 'loading') return now - startedAt > getLoadLimit(limits, usage?.cpuMs) ? 'It was not loaded in time.' : undefined;
    if (isLooping(limits.ownMs)) return LOOP;
    return usage === undefined ? undefined : findIdleWork(now, usage.cpuMs, pending.size > 0);
  };

  const watchProcess = (): void => {
    const now = performance.now();
    repliesSinceWatch = 0;
    logsSinceWatch = 0;
    readAgain();
    // This host was busy itself: replies may be waiting to be read.
    const wasBusy = now - watchedAt > limits.watchMs * 3;
    watchedAt = now;
    if (wasBusy) return;
    const fault = findFault(now);
    if (fault !== undefined) terminate(fault);
    if (state !== 'ready') return;
    for (const [id, request] of pending) {
      addOwnTime(request, now);
      if (request.ownMs < limits.ownMs) continue;
      // Silent for most of that time: nothing else of this process gets an answer either.
      if (isLooping(limits.ownMs / 2)) {
        terminate(LOOP);
        return;
      }
      if (ping !== undefined && request.ownMs < limits.starvedMs && now - ping.sentAt > limits.watchMs) continue;
      pending.delete(id);
      request.settle(new RemoteFault(`It used more than ${limits.ownMs} ms of processing time.`, { hasWritten: request.hasWritten }));
    }
    sendPing(now);
  };
  const watch = setInterval(watchProcess, limits.watchMs);
  watch.unref();

  /** Gives up the request that this reply belongs to. The process goes on, and so does everybody else's page. */
  const failRequest = ({ id, call }: ReplyLabel, reason: string): void => {
    const request = pending.get(id);
    pending.delete(id);
    request?.settle(new RemoteFault(reason, { hasWritten: request.hasWritten }));
    if (call !== undefined) send({ type: 'response', call, response: { error: reason } });
  };

  const handleCall = async (call: Call): Promise<void> => {
    const request = pending.get(call.id);
    // The request was given up meanwhile.
    if (request === undefined) {
      send({ type: 'response', call: call.call, response: { error: 'The request has ended.' } });
      return;
    }
    const excess = request.calls.addCall();
    if (excess !== undefined) return failRequest(call, excess);
    addOwnTime(request, performance.now());
    request.activeCalls += 1;
    if (call.method !== 'GET') request.hasWritten = true;
    await performLater(async () => {
      await untilAffordable();
      const { response, revision, hasFailed } = await performCall(call, request.origin, request.dataSignal);
      request.data = addToData(request.data, revision, hasFailed ? describeFailedCall(call, response) : undefined);
      addOwnTime(request, performance.now());
      request.activeCalls -= 1;
      const tooLong = 'body' in response ? request.calls.addResponse(response.body.length) : undefined;
      if (tooLong === undefined) await deliver(call.call, response);
      else failRequest(call, tooLong);
    });
  };

  const handleReply = (reply: Reply): void => {
    switch (reply.type) {
      case 'loaded':
        if (state !== 'loading') {
          terminate('It reported twice that it was loaded.');
          return;
        }
        state = 'ready';
        resolveReady();
        return;
      case 'rejected':
        terminate(reply.message);
        return;
      case 'call':
        void handleCall(reply);
        return;
      case 'pong':
        if (ping === undefined || reply.id !== pingId) {
          terminate('Unexpected reply: no request has this id.');
          return;
        }
        ping = undefined;
        return;
      case 'log':
        logsSinceWatch += 1;
        if (logsSinceWatch <= limits.logsPerWatch) onLog(reply.text, pending.get(reply.id ?? 0)?.origin.trace?.requestId);
        return;
      case 'unhandled':
        onStray(reply.message);
        unhandledErrors += 1;
        if (unhandledErrors > limits.unhandledErrors) terminate(`It threw more than ${limits.unhandledErrors} errors outside of requests.`);
        return;
      default: {
        const request = pending.get(reply.id);
        const answer = addAddressPart(request?.addresses ?? [], reply);
        if (answer === undefined) return;
        pending.delete(reply.id);
        if (request !== undefined) request.settle(answer);
        // Ids are given in order: a lower one belongs to a request that was given up.
        else if (reply.id > lastId || reply.id < 1) terminate('Unexpected response: no request has this id.');
      }
    }
  };

  const handleLine = (line: string): void => {
    if (state === 'ended') return;
    repliesSinceWatch += 1;
    if (repliesSinceWatch > limits.repliesPerWatch) {
      terminate('It sends too many messages.');
      return;
    }
    const received = readReply(line);
    if ('reply' in received) handleReply(received.reply);
    else if (received.label !== undefined && pending.has(received.label.id)) failRequest(received.label, received.problem);
    else terminate(received.problem);
  };

  const readLines = createLineReader(REPLY_LIMIT_BYTES, handleLine, () => terminate('It sent a reply that is too long.'));
  channel?.on('data', (chunk: Buffer) => {
    budget.add(chunk.length);
    readLines(chunk);
    if (budget.isSpent()) channel.pause();
  });
  // The process has closed it: the reason follows when the process ends, or does not respond.
  channel?.on('error', () => undefined);
  child.stderr?.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString('utf8')).slice(-STDERR_CHARACTERS);
  });
  child.once('error', (error) => terminate(`It could not be started: ${error.message}`));
  child.once('close', (status, signal) => {
    const cause = stderr.includes('heap out of memory') ? 'it used more heap than it may' : stderr.trim().split('\n').at(-1);
    terminate(`It ended ${signal === null ? `with status ${status}` : `by ${signal}`}${cause ? `: ${cause}` : ''}`);
  });
  send({ type: 'load', code, publicPath, site });

  const request = async (
    origin: CallOrigin,
    calls: number,
    toMessage: (id: number) => HostMessage,
  ): Promise<{ readonly answer: Answer; readonly hasWritten: boolean; readonly data: DataState }> => {
    await ready;
    if (state !== 'ready') throw new RemoteFault('It has ended.');
    lastId += 1;
    const id = lastId;
    const { promise, resolve: settle } = createDeferred<Answer | RemoteFault>();
    const dataLimit = createTimeLimit(origin.form === undefined ? limits.dataMs : limits.formDataMs);
    setMaxListeners(calls, dataLimit.signal);
    const entry: Pending = {
      origin,
      settle,
      dataSignal: dataLimit.signal,
      activeCalls: 0,
      calls: createCallBudget(calls),
      ownMs: 0,
      measuredAt: performance.now(),
      hasWritten: false,
      data: COMPLETE,
      addresses: [],
    };
    pending.set(id, entry);
    send(toMessage(id));
    const answer = await promise;
    // Calls that the remote has not waited for go on, and end in time.
    if (entry.activeCalls === 0) dataLimit.clear();
    if (answer instanceof RemoteFault) throw answer;
    return { answer, hasWritten: entry.hasWritten, data: entry.data };
  };

  return {
    ready,
    isUsable: (): boolean => state !== 'ended',
    inFlight: (): number => pending.size,
    /** `paths` are those that the remote owns. */
    render: async ({ url, form, visitor, trace }: RenderRequest, paths: readonly string[]): Promise<RenderedArea> => {
      const toMessage = (id: number): HostMessage => ({ type: 'render', id, url, paths, ...(form === undefined ? {} : { form }) });
      const { answer, hasWritten, data } = await request({ form, visitor, trace }, CALL_LIMITS.page, toMessage);
      if (answer.type !== 'area') throw new RemoteFault(answer.type === 'failed' ? answer.message : 'Expected a page, got another message.');
      return { area: answer.area, hasWritten, data };
    },
    listAddresses: async (paths: readonly string[]): Promise<PageAddresses> => {
      const { answer } = await request({}, CALL_LIMITS.listing, (id) => ({ type: 'addresses', id, paths }));
      if (answer.type !== 'addresses') throw new RemoteFault(answer.type === 'failed' ? answer.message : 'Expected addresses, got another message.');
      return { addresses: answer.pages.addresses, isComplete: answer.pages.isComplete };
    },
    /** Ends the process; what it works on is lost. */
    end: async (): Promise<void> => {
      finish('It was ended.');
      await exited;
    },
  };
};
export type RemoteProcess = ReturnType<typeof startRemoteProcess>;
