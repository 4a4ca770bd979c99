import type { FieldErrors } from '@site/shared/domain/content-kind';
import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import { UNPRINTABLE_MESSAGE } from '@site/shared/domain/trim-text';
import * as v from 'valibot';
import type { ContentForm } from '../domain/content-columns.ts';
import { ValidationError } from '../domain/errors.ts';

export const throwErrors = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
};

export const parseForm = <Form>(schema: v.GenericSchema<unknown, Form> | undefined, input: unknown): Form => {
  if (schema === undefined) throw new Error('A kind of content has a form.');
  const result = v.safeParse(schema, input);
  if (!result.success) throw new ValidationError(toFieldErrors(schema, input, result.issues));
  throwErrors(findUnusableFields(input, result.output));
  return result.output;
};

/** Parses unsaved input and drops invalid fields, for example an empty title or a half-typed date. */
export const parseUnsavedInput = (parse: (input: object) => ContentForm, fields: Readonly<Record<string, unknown>>): ContentForm => {
  try {
    return parse(fields);
  } catch (reason) {
    const refusedFields =
      reason instanceof ValidationError
        ? Object.keys(reason.fieldErrors ?? {})
            .map((path) => path.split('.')[0] ?? '')
            .filter((name) => fields[name] !== undefined)
        : [];
    if (refusedFields.length === 0) throw reason;
    return parseUnsavedInput(parse, Object.fromEntries(Object.entries(fields).filter(([name]) => !refusedFields.includes(name))));
  }
};

type Issue = v.BaseIssue<unknown>;

const FALLBACK_MESSAGE = 'This is not valid';
const MISSING_MESSAGE = 'This is required';

const BODY_FIELD = 'body';
const getField = (issue: Issue): string => v.getDotPath(issue) ?? BODY_FIELD;

/** Whether a message was written for users. The library's default messages mention types and keys. */
const isCustomMessage = (message: string): boolean => !/^Invalid [\w ]+: (Expected|Received)/.test(message);

const isMissingKey = (issue: Issue): boolean => issue.kind === 'schema' && issue.received === 'undefined';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/** Finds values that pass the schema but that the provider rejects: NUL, which no text column can store, and arrays in place of objects. */
const findUnusableFields = (input: unknown, output: unknown): Record<string, string> => {
  const errors: Record<string, string> = {};
  const pendingValues = [{ field: '', input, output }];
  for (let value = pendingValues.pop(); value !== undefined; value = pendingValues.pop()) {
    const { field } = value;
    if (typeof value.output === 'string' && value.output.includes('\0')) errors[field || BODY_FIELD] = UNPRINTABLE_MESSAGE;
    if (!isObject(value.output)) continue;
    if (Array.isArray(value.input) && !Array.isArray(value.output)) errors[field || BODY_FIELD] = FALLBACK_MESSAGE;
    for (const [key, entry] of Object.entries(value.output)) {
      if (key.includes('\0')) errors[field || BODY_FIELD] = UNPRINTABLE_MESSAGE;
      pendingValues.push({ field: field === '' ? key : `${field}.${key}`, input: isObject(value.input) ? value.input[key] : undefined, output: entry });
    }
  }
  return errors;
};

/** Finds the message for each missing field, which is the same as for an empty field. */
const describeMissingFields = (schema: v.GenericSchema, value: unknown, missingFields: readonly string[]): ReadonlyMap<string, string> => {
  if (!isRecord(value) || missingFields.length === 0) return new Map();
  const retryResult = v.safeParse(schema, { ...value, ...Object.fromEntries(missingFields.map((field) => [field, ''])) });
  const customErrors = (retryResult.issues ?? []).filter((issue) => isCustomMessage(issue.message)).map((issue) => [getField(issue), issue.message] as const);
  return new Map(customErrors.reverse());
};

/** Converts schema issues to one message per field, taken from the field's first issue (NS-09). */
const toFieldErrors = (schema: v.GenericSchema, value: unknown, issues: readonly Issue[]): Record<string, string> => {
  const missingFieldMessages = describeMissingFields(schema, value, issues.filter(isMissingKey).map(getField));
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const field = getField(issue);
    if (isMissingKey(issue)) errors[field] ??= missingFieldMessages.get(field) ?? MISSING_MESSAGE;
    else errors[field] ??= isCustomMessage(issue.message) ? issue.message : FALLBACK_MESSAGE;
  }
  return errors;
};

export const includesConsent = ({ showsMinors, consentBy, consentOn }: Readonly<Record<string, unknown>>): boolean =>
  showsMinors !== undefined || consentBy !== undefined || consentOn !== undefined;

/** Merges the submitted consent fields into the stored consent. Absent fields do not change. */
export const mergeConsent = (form: Readonly<Record<string, unknown>>, storedConsent: PhotoConsent): PhotoConsent => ({
  showsMinors: typeof form.showsMinors === 'boolean' ? form.showsMinors : storedConsent.showsMinors,
  consentBy: typeof form.consentBy === 'string' ? form.consentBy : storedConsent.consentBy,
  consentOn: typeof form.consentOn === 'string' ? form.consentOn : storedConsent.consentOn,
});
