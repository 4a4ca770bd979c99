import type { Call, CallResponse } from './protocol.ts';

/** What the data of a page was read from. */
export interface DataState {
  /** The oldest revision of the responses; undefined without any, or when the provider does not count. */
  readonly revision?: number;
  /** False when the provider did not deliver all of it. */
  readonly isComplete: boolean;
  /** The first call that failed, and why. */
  readonly failedCall?: string;
}

/** Of a page without calls. */
export const COMPLETE: DataState = { isComplete: true };

/** With one more response; `failedCall` if the provider did not deliver. */
export const addToData = (data: DataState, revision: number | undefined, failedCall: string | undefined): DataState => ({
  ...(failedCall === undefined ? {} : { failedCall }),
  ...data,
  ...(revision === undefined ? {} : { revision: Math.min(revision, data.revision ?? revision) }),
  isComplete: data.isComplete && failedCall === undefined,
});

/** What failed, without the query. */
export const describeFailedCall = ({ method, url }: Call, response: CallResponse): string =>
  `${method} ${URL.canParse(url) ? new URL(url).pathname : ''}: ${'error' in response ? response.error : `status ${response.status}`}`;
