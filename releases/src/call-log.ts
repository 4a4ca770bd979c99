import { getErrorMessage } from '@site/shared/domain/error-code';
import { ReleaseError } from './release-error.ts';
import type { HistoryEntry, ReleaseHistory } from './release-history.ts';

/** What is known about a call when it starts. More details are added while the call is handled. */
export type ReleaseCall = Omit<HistoryEntry, 'at' | 'outcome'>;

const TEXT_LIMIT = 500;
/** Callers' texts are shown in terminals, so control characters are removed and the length is limited. */
const toLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, TEXT_LIMIT);

interface CallLogOptions {
  readonly history: Pick<ReleaseHistory, 'append'>;
  /** Receives each entry before it is written to the history. */
  readonly onEntry?: (entry: HistoryEntry) => void;
  /** Receives errors in writing the history, for example if the disk is full. They do not affect the outcome of the call. */
  readonly onFailure: (reason: string) => void;
}

/** Writes completed calls to the history. */
export const createCallLog = ({ history, onEntry = () => undefined, onFailure }: CallLogOptions) => {
  const finish = async (call: ReleaseCall, outcome: HistoryEntry['outcome'], detail?: string): Promise<void> => {
    const { actor, action, ...rest } = { ...call, ...(detail === undefined ? {} : { detail }) };
    const texts = Object.fromEntries(Object.entries(rest).flatMap(([name, text]) => (text === undefined ? [] : [[name, toLine(text)]])));
    const entry: HistoryEntry = { at: new Date().toISOString(), actor, action, outcome, ...texts };
    onEntry(entry);
    await history.append(entry).catch((error: unknown) => onFailure(getErrorMessage(error)));
  };

  /** Records a call that was not carried out: `rejected` by a rule, or `failed` because of an error. */
  const fail = (call: ReleaseCall, error: unknown): Promise<void> =>
    finish(call, error instanceof ReleaseError ? 'rejected' : 'failed', getErrorMessage(error));

  /** Performs a change and records it, even if the change is rejected. `describe` adds details that are known only after the change. */
  const record = async <Result>(
    call: ReleaseCall,
    work: () => Promise<Result>,
    describe: (result: Result) => Partial<ReleaseCall> = () => ({}),
  ): Promise<Result> => {
    try {
      const result = await work();
      await finish({ ...call, ...describe(result) }, 'done');
      return result;
    } catch (error) {
      await fail(call, error);
      throw error;
    }
  };

  return { finish, fail, record };
};
export type CallLog = ReturnType<typeof createCallLog>;
