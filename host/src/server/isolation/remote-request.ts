import { setMaxListeners } from 'node:events';
import { LIMITS } from '@site/shared/domain/limits';
import type { ProcessLimits } from './limits.ts';
import type { Area, Call, CallResponse, Reply } from './protocol.ts';
import type { CallOrigin, CallResult } from './provider-calls.ts';

/** Why a remote returned no result. `isShared`: another request in the same process may be the cause. `hasWritten`: a form had already been passed on. */
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

export interface RenderRequest extends CallOrigin {
  readonly url: string;
}

/** A remote's part of a response, and the state of its data. `hasWritten`: a form was passed on. */
export interface RenderedArea {
  readonly area: Area;
  readonly hasWritten: boolean;
  readonly data: DataState;
}

/** The state of the data that a page was rendered from. */
export interface DataState {
  /** The oldest revision among the responses; undefined if there are none, or if the provider sends no revisions. */
  readonly revision?: number;
  /** False if the provider did not deliver all of the data. */
  readonly isComplete: boolean;
  /** The first call that failed, and why. */
  readonly failedCall?: string;
}

/** The data state of a page that makes no calls. */
export const COMPLETE: DataState = { isComplete: true };

/** Adds one more response; `failedCall` is set if the provider failed. */
const addToData = (data: DataState, revision: number | undefined, failedCall: string | undefined): DataState => ({
  ...(failedCall === undefined ? {} : { failedCall }),
  ...data,
  ...(revision === undefined ? {} : { revision: Math.min(revision, data.revision ?? revision) }),
  isComplete: data.isComplete && failedCall === undefined,
});

/** Describes a failed call without its query. */
const describeFailedCall = ({ method, url }: Call, response: CallResponse): string =>
  `${method} ${URL.canParse(url) ? new URL(url).pathname : ''}: ${'error' in response ? response.error : `status ${response.status}`}`;

/** The reply that ends a request. */
export type Answer = Extract<Reply, { type: 'area' | 'addresses' | 'failed' }>;
type AddressAnswer = Extract<Answer, { type: 'addresses' }>;

/** False while more lines with addresses follow. */
export const isLastLine = (answer: Answer): boolean => answer.type !== 'addresses' || !answer.pages.hasMore;

export interface RequestResult {
  readonly answer: Answer;
  readonly hasWritten: boolean;
  readonly data: DataState;
}

/** Limit for one remote; the whole sitemap has room for fifty million addresses. */
const ADDRESS_LIMIT = 500_000;

interface TimeLimit {
  /** Aborts with the same error as the signal of `AbortSignal.timeout`. */
  readonly signal: AbortSignal;
  /** Removes the limit. */
  clear(): void;
}

/** Like `AbortSignal.timeout`, but can be cleared. This avoids the slow creation of a timeout error for every request that has already ended. */
const createTimeLimit = (milliseconds: number): TimeLimit => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), milliseconds);
  timer.unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};

/** A request in flight, and how much of its limits it has used. */
export class RemoteRequest {
  readonly origin: CallOrigin;
  /** Processing time, excluding waits for calls. */
  ownMs = 0;
  readonly #callLimit: number;
  readonly #dataLimit: TimeLimit;
  readonly #answer: Promise<Answer | RemoteFault>;
  #settle: (answer: Answer | RemoteFault) => void = () => undefined;
  #measuredAt = performance.now();
  #calls = 0;
  /** Calls that the host is performing for this request. Processing time is not counted while there are any. */
  #activeCalls = 0;
  #receivedCharacters = 0;
  #hasWritten = false;
  #data = COMPLETE;
  /** Addresses received so far. */
  readonly #addresses: AddressAnswer['pages']['addresses'] = [];

  constructor(origin: CallOrigin, callLimit: number, { dataMs, formDataMs }: ProcessLimits) {
    this.origin = origin;
    this.#callLimit = callLimit;
    this.#dataLimit = createTimeLimit(origin.form === undefined ? dataMs : formDataMs);
    setMaxListeners(callLimit, this.#dataLimit.signal);
    this.#answer = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Aborts the calls when the time limit for data is reached. */
  get dataSignal(): AbortSignal {
    return this.#dataLimit.signal;
  }

  addOwnTime(now: number): void {
    if (this.#activeCalls === 0) this.ownMs += now - this.#measuredAt;
    this.#measuredAt = now;
  }

  /** Counts a call that the host is about to perform. Returns the reason if it exceeds a limit. */
  startCall({ method }: Call): string | undefined {
    this.#calls += 1;
    if (this.#calls > this.#callLimit) return `It made more than ${this.#callLimit} calls for one request.`;
    this.addOwnTime(performance.now());
    this.#activeCalls += 1;
    if (method !== 'GET') this.#hasWritten = true;
    return undefined;
  }

  /** Counts the response to a call. Returns the reason if it exceeds a limit. */
  endCall(call: Call, { response, revision, hasFailed }: CallResult): string | undefined {
    this.#data = addToData(this.#data, revision, hasFailed ? describeFailedCall(call, response) : undefined);
    this.addOwnTime(performance.now());
    this.#activeCalls -= 1;
    if ('error' in response) return undefined;
    this.#receivedCharacters += response.body.length;
    if (this.#receivedCharacters <= LIMITS.renderCharacters) return undefined;
    return `It asked for more than ${LIMITS.renderCharacters} characters of responses for one request.`;
  }

  /** Ends the request with this reply. Returns false while more lines with addresses follow. */
  accept(answer: Answer): boolean {
    if (answer.type !== 'addresses') {
      this.#settle(answer);
      return true;
    }
    this.#addresses.push(...answer.pages.addresses);
    const exceedsLimit = this.#addresses.length > ADDRESS_LIMIT;
    if (!isLastLine(answer) && !exceedsLimit) return false;
    const addresses = exceedsLimit ? this.#addresses.slice(0, ADDRESS_LIMIT) : this.#addresses;
    this.#settle({ ...answer, pages: { addresses, isComplete: answer.pages.isComplete && !exceedsLimit, hasMore: false } });
    return true;
  }

  fail(reason: string, isShared = false): void {
    this.#settle(new RemoteFault(reason, { isShared, hasWritten: this.#hasWritten }));
  }

  /** Resolves when the request has ended. Rejects with a RemoteFault if it failed. */
  async getResult(): Promise<RequestResult> {
    const answer = await this.#answer;
    // Calls that the remote did not await continue, so they keep their time limit.
    if (this.#activeCalls === 0) this.#dataLimit.clear();
    if (answer instanceof RemoteFault) throw answer;
    return { answer, hasWritten: this.#hasWritten, data: this.#data };
  }
}
