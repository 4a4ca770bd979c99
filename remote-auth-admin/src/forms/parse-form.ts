import type { FieldErrors } from '@site/shared/domain/content-kind';
import { failure, type Result, success } from '@site/shared/domain/result';
import * as v from 'valibot';

/** Parses form input with the provider's schema. Returns the first error for each field if the input is invalid. */
export const parseForm = <Schema extends v.GenericSchema>(schema: Schema, entered: unknown): Result<v.InferOutput<Schema>, FieldErrors> => {
  const parsed = v.safeParse(schema, entered);
  if (parsed.success) return success(parsed.output);
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return failure(errors);
};
