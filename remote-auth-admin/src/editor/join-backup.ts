import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Backup } from '../session/draft-backup.ts';
import { pickValues, type Values } from './editor-config.ts';
import { findConflicts, mergeValues } from './merge-values.ts';

interface Editing {
  /** The values of the loaded version. */
  readonly baseline: Values;
  /** The loaded values with what has been typed since. */
  readonly typed: Values;
  readonly version: string | null;
}

interface JoinedBackup {
  /** Fields with typed text that is not on the site yet, and that the work has changed too: nothing could show both. When there are any, nothing is to be restored. */
  readonly lost: readonly string[];
  readonly values: Values;
  /** Of what the work is to be saved: the loaded version, or its own where a colleague has changed the same fields. The conflict that follows shows both. */
  readonly baseline: Values;
  readonly version: string | null;
}

/** Continues the work of a backup with these fields. Where only one side has changed a field, or a block of a text, both are joined at once. */
export const joinBackup = (
  content: Pick<ContentKind, 'fields'>,
  backup: Omit<Backup, 'storedAt'>,
  fields: readonly string[],
  { baseline, typed, version }: Editing,
): JoinedBackup => {
  const names = fields.filter((name) => backup.values[name] !== undefined);
  const isOfLoaded = backup.base === version || backup.base === null;
  // Of older work that does not say what it was based on, every difference counts as a change of both.
  const unknown = Object.fromEntries(names.map((name) => [name, '']));
  const base = { ...baseline, ...pickValues(isOfLoaded ? baseline : (backup.baseValues ?? unknown), names) };
  const mine = { ...base, ...pickValues(backup.values, names) };
  const typedNames = names.filter((name) => (typed[name] ?? '') !== (baseline[name] ?? ''));
  const lost = [...new Set(findConflicts(content, typedNames, { base, mine, theirs: typed }).map(({ name }) => name))];
  const values = mergeValues(content, { base, mine, theirs: typed });
  return isOfLoaded || findConflicts(content, names, { base, mine, theirs: baseline }).length === 0
    ? { lost, values, baseline, version }
    : { lost, values, baseline: base, version: backup.base };
};

/** Why a backup is not restored: fields with these labels have been changed since, and are not saved. */
export const describeTyped = (labels: readonly string[]): string =>
  `You have changed ${labels.map((label) => `the ${label.toLowerCase()}`).join(' and ')} since. Save that first. Then you can restore the earlier work and compare both.`;
