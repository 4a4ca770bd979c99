import { ownsPath } from '@site/shared/remote/owned-paths';
import type { ActiveSet } from './active-set.ts';

/**
 * Removes the secret part of a page's path before it is logged. Paths of private remotes can contain an id or a secret, such as an invitation token, so only
 * the part that the remote owns is kept.
 */
export const toLoggablePath = ({ remotes }: ActiveSet, path: string): string => {
  const [pathname = '/'] = path.split(/[?#]/, 1);
  for (const { release, bundle } of remotes.values()) {
    if (!release.isPrivate) continue;
    const ownedPath = bundle.paths.find((candidate) => ownsPath([candidate], pathname));
    if (ownedPath !== undefined) return ownedPath;
  }
  return pathname;
};
