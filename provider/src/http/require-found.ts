import { isVersionKind, type VersionKind } from '@site/shared/domain/kinds';
import { NotFoundError } from '../domain/errors.ts';

/** The kind in an address. Throws a NotFoundError for anything else, also for a kind of a later release. */
export const requireVersionKind = (name: string | undefined): VersionKind => {
  if (name === undefined || !isVersionKind(name)) throw new NotFoundError('Document');
  return name;
};

/** What was looked for; throws a NotFoundError, of "Album" for example, when it is not there. */
export const requireFound = <T>(found: T | undefined, label: string): T => {
  if (found === undefined) throw new NotFoundError(label);
  return found;
};
