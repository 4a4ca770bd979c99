import { ownsPath } from '@site/shared/remote/owned-paths';
import type { PageData } from './page-data.ts';
import type { ReleaseSet } from './release-set.ts';

/** The remote that a developer's machine inserts into its copy of the page (docs/contracts/development.md). */
interface WorkingCopy {
  readonly remote: string;
  /** Paths that the remote declares. */
  readonly paths: readonly string[];
  /** URL of its entry on the developer's machine. */
  readonly entry: string;
}

const WORKING_COPY_ID = 'working-copy';

const readWorkingCopy = (): WorkingCopy | undefined => {
  const text = document.getElementById(WORKING_COPY_ID)?.textContent;
  // The kit writes it for this build's contract, which it has requested.
  return text ? (JSON.parse(text) as WorkingCopy) : undefined;
};

/** True for a page of a developer's machine. For the development build only. */
export const hasWorkingCopy = (): boolean => readWorkingCopy() !== undefined;

/**
 * A release set in which the working copy is the only version of its remote. It comes first, so that it also shows a path that another remote owns. For the
 * development build only.
 */
export const withWorkingCopy = (set: ReleaseSet): ReleaseSet => {
  const copy = readWorkingCopy();
  if (copy === undefined) return set;
  const { [copy.remote]: _released, ...others } = set.remotes;
  const { remote, paths, entry } = copy;
  // The entry has no hash, because its files change.
  return { ...set, remotes: { [remote]: { paths, versions: [{ version: WORKING_COPY_ID, entry, integrity: '' }] }, ...others } };
};

/**
 * Prepares a page of a developer's machine. The browser renders the area, because the server rendered the released version. For other remotes, React in
 * development mode would list differences that do not matter here, for example between image URLs. The result of another remote's form exists only in the
 * server's HTML.
 */
export const toDevelopedPage = (page: PageData): PageData => {
  const copy = readWorkingCopy();
  if (copy === undefined) return page;
  const set = withWorkingCopy(page.set);
  if (page.actionData !== undefined && !ownsPath(copy.paths, window.location.pathname)) return { ...page, set };
  return { ...page, set, area: 'browser', loaderData: {}, actionData: undefined };
};
