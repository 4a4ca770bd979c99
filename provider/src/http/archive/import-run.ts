import * as v from 'valibot';
import { ValidationError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Services } from '../services.ts';
import type { Archive } from './read-archive.ts';

/** One import run of a ZIP. */
export interface ImportRun {
  readonly services: Services;
  readonly kinds: StoredKinds;
  readonly archive: Archive;
  readonly staff: Staff;
  /** Whether everything is checked and nothing is written. */
  readonly isDryRun: boolean;
  readonly keepsStatus: boolean;
  /** Images that were withdrawn here, or erased with a person's data. */
  readonly withdrawn: ReadonlySet<string>;
  /** Files of this run that are new here and had no error. */
  readonly added: ReadonlySet<string>;
}

/** Outcome of a run for one file. Problems are thrown as errors. */
export type Imported = 'new' | 'changed' | 'same';

export const parseArchiveJson = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ValidationError({ [v.getDotPath(issue) ?? 'file']: 'This is missing, or not what the format has here' });
};
