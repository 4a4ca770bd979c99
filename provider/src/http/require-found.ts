import { isVersionKind, type VersionKind } from '@site/shared/domain/kinds';
import { NotFoundError } from '../domain/errors.ts';

/** Returns the kind named in a URL. Throws a NotFoundError for anything else, including kinds that only a later release supports. */
export const requireVersionKind = (name: string | undefined): VersionKind => {
  if (name === undefined || !isVersionKind(name)) throw new NotFoundError('Document');
  return name;
};

/** Throws a NotFoundError with the label, for example "Album", if the item is undefined. */
export const requireFound = <T>(value: T | undefined, label: string): T => {
  if (value === undefined) throw new NotFoundError(label);
  return value;
};
