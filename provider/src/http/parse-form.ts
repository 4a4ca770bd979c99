import type { FieldErrors } from '@site/shared/domain/content-kind';
import * as v from 'valibot';
import type { ContentForm } from '../domain/content-columns.ts';
import { ValidationError } from '../domain/errors.ts';
import { toFieldErrors } from './field-errors.ts';

export const throwErrors = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
};

/** Throws a ValidationError with a message by field. */
export const parseForm = <Form>(schema: v.GenericSchema<unknown, Form> | undefined, input: object): Form => {
  if (schema === undefined) throw new Error('A kind of content has a form.');
  const result = v.safeParse(schema, input);
  if (!result.success) throw new ValidationError(toFieldErrors(schema, input, result.issues));
  return result.output;
};

/** What a writer has typed and not saved, without the fields that would be refused: an empty title, a date that is half typed. */
export const parseUnsaved = (parse: (input: object) => ContentForm, fields: Readonly<Record<string, unknown>>): ContentForm => {
  try {
    return parse(fields);
  } catch (reason) {
    const refused =
      reason instanceof ValidationError
        ? Object.keys(reason.fieldErrors ?? {})
            .map((path) => path.split('.')[0] ?? '')
            .filter((name) => fields[name] !== undefined)
        : [];
    if (refused.length === 0) throw reason;
    return parseUnsaved(parse, Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.includes(name))));
  }
};
