import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

const FALLBACK = 'This is not valid';
const MISSING = 'This is required';

const getField = (issue: Issue): string => v.getDotPath(issue) ?? 'body';

/** The library's default messages describe types and keys; people get ours. */
const isOwnMessage = (message: string): boolean => !/^Invalid [\w ]+: (Expected|Received)/.test(message);

const isMissingKey = (issue: Issue): boolean => issue.kind === 'schema' && issue.received === 'undefined';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A missing field gets the message of an empty one. */
const describeMissing = (schema: v.GenericSchema, value: unknown, missing: readonly string[]): ReadonlyMap<string, string> => {
  if (!isRecord(value) || missing.length === 0) return new Map();
  const retried = v.safeParse(schema, { ...value, ...Object.fromEntries(missing.map((field) => [field, ''])) });
  const own = (retried.issues ?? []).filter((issue) => isOwnMessage(issue.message)).map((issue) => [getField(issue), issue.message] as const);
  return new Map(own.reverse());
};

/** Issues of a schema as one message by field; the first one counts (NS-09). */
export const toFieldErrors = (schema: v.GenericSchema, value: unknown, issues: readonly Issue[]): Record<string, string> => {
  const missing = describeMissing(schema, value, issues.filter(isMissingKey).map(getField));
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const field = getField(issue);
    if (isMissingKey(issue)) errors[field] ??= missing.get(field) ?? MISSING;
    else errors[field] ??= isOwnMessage(issue.message) ? issue.message : FALLBACK;
  }
  return errors;
};
