import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { SiteConfig } from '@site/shared/contracts/site';
import pLimit from 'p-limit';
import { ProcessChannel } from './channel.ts';
import type { Launcher } from './launcher.ts';
import { CALL_LIMITS, type ProcessLimits } from './limits.ts';
import { type Call, CHANNEL_DESCRIPTOR, type HostMessage, type PageAddresses, type Reply, type ReplyLabel } from './protocol.ts';
import type { CallOrigin, PerformCall } from './provider-calls.ts';
import { type Answer, isLastLine, RemoteFault, RemoteRequest, type RenderedArea, type RenderRequest, type RequestResult } from './remote-request.ts';
import { LOOP_MESSAGE, Watchdog } from './watchdog.ts';

const STDERR_CHARACTERS = 600;

interface RemoteProcessOptions {
  readonly launcher: Launcher;
  readonly code: string;
  readonly publicPath: string;
  readonly site: SiteConfig;
  readonly performCall: PerformCall;
  readonly limits: ProcessLimits;
  /** `requestId` identifies the request that logged the text, if known. */
  readonly onLog: (text: string, requestId: string | undefined) => void;
  /** Called for an error outside any request. */
  readonly onStrayError: (message: string) => void;
  /** Called when the process dies without a call to `end`. */
  readonly onDeath: (reason: string) => void;
}

/**
 * One process that runs one version of a remote; the constructor starts it. Faults that a visitor's URL or an editor's text can cause, such as a page that is
 * too long or too many calls, end only the request. Faults that only the remote's code can cause end the process: a reply without a request, too much memory,
 * or no response to pings. `render` and `listAddresses` reject with a RemoteFault.
 */
export class RemoteProcess {
  readonly #options: RemoteProcessOptions;
  readonly #child: ChildProcess;
  readonly #channel: ProcessChannel;
  readonly #watchdog: Watchdog;
  readonly #watch: NodeJS.Timeout;
  readonly #exited: Promise<void>;
  readonly #performLater: ReturnType<typeof pLimit>;
  /** Requests in flight, by id. */
  readonly #requests = new Map<number, RemoteRequest>();
  #lastId = 0;
  #state: 'loading' | 'ready' | 'ended' = 'loading';
  #stderr = '';
  #watchedAt: number;
  #logsSinceWatch = 0;
  #unhandledErrors = 0;
  #endLoading: (fault?: RemoteFault) => void = () => undefined;
  readonly ready = new Promise<void>((resolve, reject) => {
    this.#endLoading = (fault) => (fault === undefined ? resolve() : reject(fault));
  });

  constructor(options: RemoteProcessOptions) {
    const { launcher, code, publicPath, site, limits } = options;
    const [file, args, spawnOptions] = launcher.command;
    const startedAt = performance.now();
    const child = spawn(file, args, spawnOptions);
    this.#options = options;
    this.#child = child;
    this.#watchedAt = startedAt;
    this.#channel = new ProcessChannel({
      stream: child.stdio[CHANNEL_DESCRIPTOR] as Duplex | undefined,
      limits,
      onReply: (reply) => this.#handleReply(reply),
      onInvalidReply: (problem, label) => this.#handleInvalidReply(problem, label),
      onExcess: (reason) => this.#terminate(reason),
    });
    this.#watchdog = new Watchdog({ pid: child.pid, startedAt, barrier: launcher.isolation.barrier, limits });
    this.#performLater = pLimit(limits.activeCalls);
    // Callers that await `ready` see the rejection. If there are none, the rejection must not crash the host.
    this.ready.catch(() => undefined);
    this.#exited = new Promise((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    child.stderr?.on('data', (data: Buffer) => {
      this.#stderr = (this.#stderr + data.toString('utf8')).slice(-STDERR_CHARACTERS);
    });
    child.once('error', (error) => this.#terminate(`It could not be started: ${error.message}`));
    child.once('close', (status, signal) => this.#handleClose(status, signal));
    this.#watch = setInterval(() => this.#watchProcess(), limits.watchMs);
    this.#watch.unref();
    this.#channel.send({ type: 'load', code, publicPath, site });
  }

  isUsable(): boolean {
    return this.#state !== 'ended';
  }

  inFlight(): number {
    return this.#requests.size;
  }

  /** `paths` are the paths that the remote owns. */
  async render({ url, form, visitor, trace }: RenderRequest, paths: readonly string[]): Promise<RenderedArea> {
    const toMessage = (id: number): HostMessage => ({ type: 'render', id, url, paths, ...(form === undefined ? {} : { form }) });
    const { answer, hasWritten, data } = await this.#request({ form, visitor, trace }, CALL_LIMITS.page, toMessage);
    if (answer.type !== 'area') throw new RemoteFault(answer.type === 'failed' ? answer.message : 'Expected a page, got another message.');
    return { area: answer.area, hasWritten, data };
  }

  async listAddresses(paths: readonly string[]): Promise<PageAddresses> {
    const { answer } = await this.#request({}, CALL_LIMITS.listing, (id) => ({ type: 'addresses', id, paths }));
    if (answer.type !== 'addresses') throw new RemoteFault(answer.type === 'failed' ? answer.message : 'Expected addresses, got another message.');
    return { addresses: answer.pages.addresses, isComplete: answer.pages.isComplete };
  }

  /** Ends the process. Its requests in flight fail. */
  async end(): Promise<void> {
    this.#finish('It was ended.');
    await this.#exited;
  }

  async #request(origin: CallOrigin, callLimit: number, toMessage: (id: number) => HostMessage): Promise<RequestResult> {
    await this.ready;
    if (this.#state !== 'ready') throw new RemoteFault('It has ended.');
    this.#lastId += 1;
    const request = new RemoteRequest(origin, callLimit, this.#options.limits);
    this.#requests.set(this.#lastId, request);
    this.#channel.send(toMessage(this.#lastId));
    return request.getResult();
  }

  #handleReply(reply: Reply): void {
    switch (reply.type) {
      case 'loaded':
        this.#handleLoaded();
        break;
      case 'rejected':
        this.#terminate(reply.message);
        break;
      case 'call':
        void this.#handleCall(reply);
        break;
      case 'pong':
        if (!this.#watchdog.acceptPong(reply.id)) this.#terminate('Unexpected reply: no request has this id.');
        break;
      case 'log':
        this.#handleLog(reply.text, reply.id);
        break;
      case 'unhandled':
        this.#handleUnhandledError(reply.message);
        break;
      default:
        this.#handleAnswer(reply);
    }
  }

  #handleLoaded(): void {
    if (this.#state === 'loading') {
      this.#state = 'ready';
      this.#endLoading();
    } else this.#terminate('It reported twice that it was loaded.');
  }

  async #handleCall(call: Call): Promise<void> {
    const request = this.#requests.get(call.id);
    // The host has already given up on this request.
    if (request === undefined) {
      this.#channel.send({ type: 'response', call: call.call, response: { error: 'The request has ended.' } });
      return;
    }
    const startProblem = request.startCall(call);
    if (startProblem !== undefined) return this.#failRequest(call, startProblem);
    await this.#performLater(async () => {
      await this.#channel.untilAffordable();
      const result = await this.#options.performCall(call, request.origin, request.dataSignal);
      const endProblem = request.endCall(call, result);
      if (endProblem === undefined) await this.#channel.deliver(call.call, result.response);
      else this.#failRequest(call, endProblem);
    });
  }

  #handleAnswer(answer: Answer): void {
    const request = this.#requests.get(answer.id);
    if (request !== undefined) {
      if (request.accept(answer)) this.#requests.delete(answer.id);
      return;
    }
    // Ids are assigned in order: a lower id belongs to a request that the host gave up on.
    if (isLastLine(answer) && (answer.id > this.#lastId || answer.id < 1)) this.#terminate('Unexpected response: no request has this id.');
  }

  #handleLog(text: string, id: number | undefined): void {
    this.#logsSinceWatch += 1;
    if (this.#logsSinceWatch <= this.#options.limits.logsPerWatch) this.#options.onLog(text, this.#requests.get(id ?? 0)?.origin.trace?.requestId);
  }

  #handleUnhandledError(message: string): void {
    const { unhandledErrors } = this.#options.limits;
    this.#options.onStrayError(message);
    this.#unhandledErrors += 1;
    if (this.#unhandledErrors > unhandledErrors) this.#terminate(`It threw more than ${unhandledErrors} errors outside of requests.`);
  }

  #handleInvalidReply(problem: string, label: ReplyLabel | undefined): void {
    if (label !== undefined && this.#requests.has(label.id)) this.#failRequest(label, problem);
    else this.#terminate(problem);
  }

  /** Fails the request that this reply belongs to. The process keeps running, so other pages are unaffected. */
  #failRequest({ id, call }: ReplyLabel, reason: string): void {
    this.#requests.get(id)?.fail(reason);
    this.#requests.delete(id);
    if (call !== undefined) this.#channel.send({ type: 'response', call, response: { error: reason } });
  }

  #watchProcess(): void {
    const { watchMs } = this.#options.limits;
    const now = performance.now();
    this.#logsSinceWatch = 0;
    this.#channel.renew();
    // The host itself was busy, so replies may still be unread.
    const wasBusy = now - this.#watchedAt > watchMs * 3;
    this.#watchedAt = now;
    if (wasBusy) return;
    const fault = this.#watchdog.findFault(now, this.#state === 'loading', this.#requests.size > 0);
    if (fault !== undefined) this.#terminate(fault);
    if (this.#state === 'ready') this.#watchRequests(now);
    if (this.#state === 'ready') this.#ping(now);
  }

  #watchRequests(now: number): void {
    const { ownMs, starvedMs } = this.#options.limits;
    for (const [id, request] of this.#requests) {
      request.addOwnTime(now);
      if (request.ownMs < ownMs) continue;
      // The process did not respond for most of that time, so its other requests are stuck too.
      if (this.#watchdog.isLooping(ownMs / 2)) {
        this.#terminate(LOOP_MESSAGE);
        return;
      }
      if (request.ownMs < starvedMs && this.#watchdog.isSilent(now)) continue;
      this.#failRequest({ id }, `It used more than ${ownMs} ms of processing time.`);
    }
  }

  #ping(now: number): void {
    const id = this.#watchdog.startPing(now, this.#requests.size > 0);
    if (id !== undefined) this.#channel.send({ type: 'ping', id });
  }

  #handleClose(status: number | null, signal: NodeJS.Signals | null): void {
    const cause = this.#stderr.includes('heap out of memory') ? 'it used more heap than it may' : this.#stderr.trim().split('\n').at(-1);
    this.#terminate(`It ended ${signal === null ? `with status ${status}` : `by ${signal}`}${cause ? `: ${cause}` : ''}`);
  }

  /** Ends the process after a fault. */
  #terminate(reason: string): void {
    if (this.#state === 'ended') return;
    this.#finish(reason);
    this.#options.onDeath(reason);
  }

  #finish(reason: string): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    clearInterval(this.#watch);
    this.#child.kill('SIGKILL');
    this.#channel.close();
    const isShared = this.#requests.size > 1;
    this.#endLoading(new RemoteFault(reason));
    for (const request of this.#requests.values()) request.fail(reason, isShared);
    this.#requests.clear();
  }
}
