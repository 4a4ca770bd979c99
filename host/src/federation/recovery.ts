import { pause } from '../scheduling/pause.ts';
import { hasExited, isLeaving, LEAVING_MS } from './leaving.ts';
import { loadBudgetMs } from './load-budget.ts';
import { LOADING_MARK } from './page-data.ts';
import { getRuntimeName, type ReleaseSet, type RemoteVersion, SET_URL } from './release-set.ts';
import type { LoadedRemote, RemotesState } from './remotes-state.ts';
import { withWorkingCopy } from './working-copy.ts';

export { captureFormState } from './carry-input.ts';
export { reloadOnRelease } from './reload-on-release.ts';
export { repairStylesheets, restoreStylesheets } from './repair-stylesheets.ts';
export { reportFault } from './report.ts';

type Fail = (kind: 'load', entry: string, reason: unknown) => void;

const clearFailures = ({ set, failures }: RemotesState, remote: string, reasons: readonly string[]): void => {
  for (const { entry } of set.remotes[remote]?.versions ?? []) if (reasons.includes(failures.get(entry) ?? '')) failures.delete(entry);
};

const refresh = async (state: RemotesState): Promise<void> => {
  try {
    const response = await fetch(SET_URL, { cache: 'no-store', signal: AbortSignal.timeout(loadBudgetMs()) });
    // The host's server and script come from the same build, so the response has this type.
    const set = response.ok ? ((await response.json()) as ReleaseSet) : state.set;
    state.set = process.env.NODE_ENV === 'development' ? withWorkingCopy(set) : set;
  } catch {
    // The set could not be fetched, so keep using the current set.
  }
};

const REFRESH_INTERVAL_MS = 10_000;
let refreshedAt = Number.NEGATIVE_INFINITY;

/** Fetches the host's current set, unless it was fetched recently. The remote that owns an unknown path may have been released after the page was sent. */
export const refreshForUnknownPath = async (state: RemotesState): Promise<void> => {
  if (performance.now() - refreshedAt < REFRESH_INTERVAL_MS) return;
  refreshedAt = performance.now();
  await refresh(state);
};

const ESCAPABLE_CHARACTERS = 16;

/**
 * Returns the URL of an entry for this attempt. Browsers merge a new request with a pending request for the same URL, and the URLs of an entry's chunks are
 * derived from the entry's URL. A retry therefore escapes some characters of the version, which makes no difference to servers.
 */
const getEntryUrl = ({ integrities }: RemotesState, { entry, version }: RemoteVersion): string => {
  const plain = new URL(entry, document.baseURI).href;
  for (let attempt = 0; attempt < 2 ** ESCAPABLE_CHARACTERS; attempt += 1) {
    const escapedVersion = Array.from(version, (character, index) =>
      index < ESCAPABLE_CHARACTERS && (attempt >> index) % 2 === 1 ? `%${character.charCodeAt(0).toString(16)}` : character,
    ).join('');
    const url = plain.replace(`/${version}/`, `/${escapedVersion}/`);
    if (!integrities.has(url)) return url;
  }
  return plain;
};

/**
 * Loads the first version that has not failed: from the page's set, or else from the host's newest set. With `isRetry`, it then retries versions that could not
 * be loaded before. Rejects with the reason for the last failure.
 */
export const loadOtherVersion = async (state: RemotesState, fail: Fail, remote: string, isRetry: boolean): Promise<LoadedRemote> => {
  // The next page needs the whole connection, so this page resumes loading only if the visitor stays on it.
  if (isLeaving() && !hasExited()) await pause(LEAVING_MS);
  if (hasExited()) throw new Error('The visitor has left.');
  // Files that failed to load while offline, or while the page was being left, are not broken.
  if (navigator.onLine) clearFailures(state, remote, ['interrupted']);
  const refreshing = refresh(state);
  let isFresh = false;
  let canRetry = isRetry;
  let reason: unknown = new Error(`No version of "${remote}" is left.`);
  for (;;) {
    const version = state.set.remotes[remote]?.versions.find(({ entry }) => !state.failures.has(entry));
    if (version !== undefined) {
      try {
        // Remove the elements from an earlier attempt, because the entry's runtime would wait for them.
        for (const file of document.querySelectorAll(`[data-rspack^="${getRuntimeName(version.entry)}:"]`))
          if (file.matches(`script, [${LOADING_MARK}]`)) file.remove();
        return await state.loadVersion(remote, version, getEntryUrl(state, version));
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
      clearFailures(state, remote, ['load', 'interrupted']);
    } else {
      throw reason;
    }
  }
};
