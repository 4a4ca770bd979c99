import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Backup } from '../session/draft-backup.ts';
import { pickValues, type Values } from './editor-config.ts';
import { findConflicts, mergeValues } from './merge-values.ts';

interface EditedState {
  /** Values of the loaded version. */
  readonly baseline: Values;
  /** Loaded values, including any text typed since. */
  readonly typed: Values;
  readonly version: string | null;
}

interface MergedBackup {
  /** Fields that were changed both in the backup and by unsaved typing. If there are any, nothing is restored, because a field can only show one text. */
  readonly lost: readonly string[];
  readonly values: Values;
  /**
   * Values on which the next save is based: the loaded version, or the backup's own base if a colleague has changed the same fields. The resulting conflict
   * dialog shows both changes.
   */
  readonly baseline: Values;
  readonly version: string | null;
}

/** Merges a backup with the current fields. Changes to different fields, or to different blocks of a text, are merged without asking. */
export const mergeBackup = (
  content: Pick<ContentKind, 'fields'>,
  backup: Omit<Backup, 'storedAt'>,
  fields: readonly string[],
  { baseline, typed, version }: EditedState,
): MergedBackup => {
  const names = fields.filter((name) => backup.values[name] !== undefined);
  const isSameVersion = backup.base === version || backup.base === null;
  // Older backups have no base values, so every difference counts as changed on both sides.
  const emptyBase = Object.fromEntries(names.map((name) => [name, '']));
  const base = { ...baseline, ...pickValues(isSameVersion ? baseline : (backup.baseValues ?? emptyBase), names) };
  const mine = { ...base, ...pickValues(backup.values, names) };
  const typedNames = names.filter((name) => (typed[name] ?? '') !== (baseline[name] ?? ''));
  const lost = [...new Set(findConflicts(content, typedNames, { base, mine, theirs: typed }).map(({ name }) => name))];
  const values = mergeValues(content, { base, mine, theirs: typed });
  return isSameVersion || findConflicts(content, names, { base, mine, theirs: baseline }).length === 0
    ? { lost, values, baseline, version }
    : { lost, values, baseline: base, version: backup.base };
};

/** Explains that a backup was not restored because the fields with these labels have unsaved changes. */
export const describeUnsavedFields = (labels: readonly string[]): string =>
  `You have changed ${labels.map((label) => `the ${label.toLowerCase()}`).join(' and ')} since. Save that first. Then you can restore the earlier work and compare both.`;
