import { ownsPath } from '@site/shared/remote/owned-paths';
import type { ActiveSet } from './active-set.ts';

/**
 * A page's path as it may be logged. Paths of private remotes can contain a secret (the token of an invitation) or an id: only the part that the
 * remote owns remains.
 */
export const toLoggablePath = ({ remotes }: ActiveSet, path: string): string => {
  const [plain = '/'] = path.split(/[?#]/, 1);
  for (const { release, bundle } of remotes.values()) {
    if (!release.isPrivate) continue;
    const owned = bundle.paths.find((own) => ownsPath([own], plain));
    if (owned !== undefined) return owned;
  }
  return plain;
};
