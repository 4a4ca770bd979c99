import * as v from 'valibot';
import { ValidationError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Services } from '../services.ts';
import type { Archive } from './read-archive.ts';

/** One run over a ZIP. */
export interface ImportRun {
  readonly services: Services;
  readonly kinds: StoredKinds;
  readonly archive: Archive;
  readonly staff: Staff;
  /** Everything is checked, and nothing written. */
  readonly isDryRun: boolean;
  readonly keepsStatus: boolean;
  /** Images that were withdrawn here, or erased with a person's data. */
  readonly withdrawn: ReadonlySet<string>;
  /** The files of this run that are new here and without an error. */
  readonly added: ReadonlySet<string>;
}

/** What a run does with one file; what stands in the way is thrown. */
export type Imported = 'new' | 'changed' | 'same';

export const parseArchiveJson = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ValidationError({ [v.getDotPath(issue) ?? 'file']: 'This is missing, or not what the format has here' });
};
