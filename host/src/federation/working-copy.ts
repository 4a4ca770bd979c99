import { ownsPath } from '@site/shared/remote/owned-paths';
import type { PageData } from './page-data.ts';
import type { ReleaseSet } from './release-set.ts';

/** The remote that a developer's machine puts into its copy of the page (docs/contracts/development.md). */
interface WorkingCopy {
  readonly remote: string;
  /** The paths that it declares. */
  readonly paths: readonly string[];
  /** The address of its entry on the developer's machine. */
  readonly entry: string;
}

const WORKING_COPY_ID = 'working-copy';

const readWorkingCopy = (): WorkingCopy | undefined => {
  const text = document.getElementById(WORKING_COPY_ID)?.textContent;
  // The kit writes it for the contract of this build, which it has asked for.
  return text ? (JSON.parse(text) as WorkingCopy) : undefined;
};

/** True for a page of a developer's machine. For the development build only. */
export const hasWorkingCopy = (): boolean => readWorkingCopy() !== undefined;

/** A release set in which the working copy is the only version of its remote. It comes first, so that a path which another remote owns is shown too. For the development build only. */
export const withWorkingCopy = (set: ReleaseSet): ReleaseSet => {
  const copy = readWorkingCopy();
  if (copy === undefined) return set;
  const { [copy.remote]: _released, ...others } = set.remotes;
  const { remote, paths, entry } = copy;
  // Its files change: no hash.
  return { ...set, remotes: { [remote]: { paths, versions: [{ version: WORKING_COPY_ID, entry, integrity: '' }] }, ...others } };
};

/**
 * A page of a developer's machine. The browser renders its area: what the server rendered is the released version's, and for other remotes React in development mode would
 * list differences, as between the addresses of images, that are of no interest here. The result of a form of another remote exists in the server's HTML only.
 */
export const toDevelopedPage = (page: PageData): PageData => {
  const copy = readWorkingCopy();
  if (copy === undefined) return page;
  const set = withWorkingCopy(page.set);
  if (page.actionData !== undefined && !ownsPath(copy.paths, window.location.pathname)) return { ...page, set };
  return { ...page, set, area: 'browser', loaderData: {}, actionData: undefined };
};
