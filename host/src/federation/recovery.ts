import { pause } from '../scheduling/pause.ts';
import { hasExited, isLeaving, LEAVING_MS } from './leaving.ts';
import { loadBudgetMs } from './load-budget.ts';
import { LOADING_MARK } from './page-data.ts';
import { getRuntimeName, type ReleaseSet, type RemoteVersion, SET_ADDRESS } from './release-set.ts';
import type { LoadedRemote, RemotesState } from './remotes-state.ts';
import { withWorkingCopy } from './working-copy.ts';

export { captureFormState } from './carry-input.ts';
export { reloadOnRelease } from './reload-on-release.ts';
export { repairStylesheets, restoreStylesheets } from './repair-stylesheets.ts';
export { reportFault } from './report.ts';

type Fail = (kind: 'load', entry: string, reason: unknown) => void;

/** Allows the versions of a remote again that failed for these reasons. */
const forgive = ({ set, failures }: RemotesState, remote: string, reasons: readonly string[]): void => {
  for (const { entry } of set.remotes[remote]?.versions ?? []) if (reasons.includes(failures.get(entry) ?? '')) failures.delete(entry);
};

/** Fetches the host's current set. A failure changes nothing. */
const refresh = async (state: RemotesState): Promise<void> => {
  try {
    const response = await fetch(SET_ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(loadBudgetMs()) });
    // Host server and host script come from one build, so the response has this type.
    const set = response.ok ? ((await response.json()) as ReleaseSet) : state.set;
    state.set = process.env.NODE_ENV === 'development' ? withWorkingCopy(set) : set;
  } catch {
    // Retry the known versions.
  }
};

/** Minimum interval between fetches of the newest set for unknown paths. */
const REFRESH_INTERVAL_MS = 10_000;
let refreshedAt = Number.NEGATIVE_INFINITY;

/** Fetches the host's current set, unless it was fetched recently: the remote of an unknown path may have been released after the page was sent. */
export const refreshForUnknownPath = async (state: RemotesState): Promise<void> => {
  if (performance.now() - refreshedAt < REFRESH_INTERVAL_MS) return;
  refreshedAt = performance.now();
  await refresh(state);
};

/** Number of characters of a version that a retry's URL can vary. */
const ESCAPED_DIGITS = 16;

/**
 * URL of an entry for this attempt. A browser joins a new request to a pending one for the same URL, and the URLs of an entry's chunks begin like its own. To
 * get past files that hang, a retry escapes some characters of the version, which for a server is the same URL.
 */
const getAddress = ({ integrities }: RemotesState, { entry, version }: RemoteVersion): string => {
  const plain = new URL(entry, document.baseURI).href;
  for (let attempt = 0; attempt < 2 ** ESCAPED_DIGITS; attempt += 1) {
    const escaped = Array.from(version, (character, index) =>
      index < ESCAPED_DIGITS && (attempt >> index) % 2 === 1 ? `%${character.charCodeAt(0).toString(16)}` : character,
    ).join('');
    const address = plain.replace(`/${version}/`, `/${escaped}/`);
    if (!integrities.has(address)) return address;
  }
  return plain;
};

/**
 * Loads the first version that has not failed: from the page's set, else from the host's newest set, else (`isRetry`) from those that could not be loaded
 * before. Rejects with the reason of the last failure.
 */
export const loadOther = async (state: RemotesState, fail: Fail, remote: string, isRetry: boolean): Promise<LoadedRemote> => {
  // The next page needs the whole connection, so this page resumes loading only if the visitor stays on it.
  if (isLeaving() && !hasExited()) await pause(LEAVING_MS);
  if (hasExited()) throw new Error('The visitor has left.');
  // Files that failed to load while offline, or while the page was being left, are not broken.
  if (navigator.onLine) forgive(state, remote, ['interrupted']);
  const refreshing = refresh(state);
  let isFresh = false;
  let canRetry = isRetry;
  let reason: unknown = new Error(`No version of "${remote}" is left.`);
  for (;;) {
    const version = state.set.remotes[remote]?.versions.find(({ entry }) => !state.failures.has(entry));
    if (version !== undefined) {
      try {
        // The entry's runtime would wait for the elements of an earlier attempt.
        for (const file of document.querySelectorAll(`[data-rspack^="${getRuntimeName(remote, version.entry)}:"]`))
          if (file.matches(`script, [${LOADING_MARK}]`)) file.remove();
        return await state.loadVersion(remote, version, getAddress(state, version));
      } catch (error) {
        reason = error;
        canRetry = false;
        fail('load', version.entry, error);
      }
    } else if (!isFresh) {
      await refreshing;
      isFresh = true;
    } else if (canRetry) {
      canRetry = false;
      forgive(state, remote, ['load', 'interrupted']);
    } else {
      throw reason;
    }
  }
};
