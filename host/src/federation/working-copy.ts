import { ownsPath } from '@site/shared/remote/owned-paths';
import type { PageData } from './page-data.ts';
import type { ReleaseSet } from './release-set.ts';

/** Remote that the developer's machine inserts into its copy of the page (docs/contracts/development.md). */
interface WorkingCopy {
  readonly remote: string;
  readonly paths: readonly string[];
  readonly entry: string;
}

const WORKING_COPY_ID = 'working-copy';

const readWorkingCopy = (): WorkingCopy | undefined => {
  const text = document.getElementById(WORKING_COPY_ID)?.textContent;
  // The kit writes this JSON for the contract version that this build requested.
  return text ? (JSON.parse(text) as WorkingCopy) : undefined;
};

/** Whether the page comes from a developer's machine. Only the development build uses this function. */
export const hasWorkingCopy = (): boolean => readWorkingCopy() !== undefined;

/**
 * Returns a set in which the working copy is the only version of its remote. This remote comes first, so that it also serves a path that another remote owns.
 * Only the development build uses this function.
 */
export const withWorkingCopy = (set: ReleaseSet): ReleaseSet => {
  const copy = readWorkingCopy();
  if (copy === undefined) return set;
  const { [copy.remote]: _releasedRemote, ...others } = set.remotes;
  const { remote, paths, entry } = copy;
  // The entry has no hash, because its files change.
  return { ...set, remotes: { [remote]: { paths, versions: [{ version: WORKING_COPY_ID, entry, integrity: '' }] }, ...others } };
};

/**
 * Prepares a page on a developer's machine. The browser renders the area, because the server rendered the released version. Hydrating pages of other remotes in
 * React's development mode would report irrelevant differences, for example between image URLs. The result of another remote's form exists only in the server's
 * HTML, so that page stays as it is.
 */
export const toDevelopmentPage = (page: PageData): PageData => {
  const copy = readWorkingCopy();
  if (copy === undefined) return page;
  const set = withWorkingCopy(page.set);
  if (page.actionData !== undefined && !ownsPath(copy.paths, window.location.pathname)) return { ...page, set };
  return { ...page, set, area: 'browser', loaderData: {}, actionData: undefined };
};
