import type { ApplicationKind } from '@site/shared/contracts/application';
import * as v from 'valibot';
import consent from '../../texts/consent.json';

export type FieldValues = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** `toBody` returns the JSON to send. Our own form service receives more fields than other services. */
export type CheckResult = { readonly ok: true; readonly toBody: (isOwn: boolean) => string } | { readonly ok: false; readonly errors: FieldErrors };

interface FormTexts {
  readonly formTitle: string;
  readonly submit: string;
  readonly success: string;
  readonly failure: string;
  readonly queued: string;
  readonly next: ReadonlyArray<{ readonly title: string; readonly text: string }>;
  /** Text before the link to the safeguarding page, and the link's label. */
  readonly safeguarding: { readonly before: string; readonly link: string };
}

/** The parts that differ between visitor forms. */
export interface FormDefinition<Field extends string = string> {
  readonly kind: ApplicationKind;
  /** Path of the form's page, whose action receives the form when it is sent without JavaScript. */
  readonly path: string;
  readonly fields: readonly Field[];
  /** Validates the values. The phone number has already been parsed: it is a plus sign with digits, or ''. */
  readonly check: (values: FieldValues) => CheckResult;
  readonly texts: FormTexts;
}

interface Request<Schema extends v.GenericSchema> {
  readonly toRequest: (form: v.InferOutput<Schema>) => object;
  /** Fields that only our own form service receives. */
  readonly getExtras?: (values: FieldValues) => object;
}

export const createCheck =
  <const Schema extends v.GenericSchema>(schema: Schema, { toRequest, getExtras = () => ({}) }: Request<Schema>): FormDefinition['check'] =>
  (values) => {
    const parsed = v.safeParse(schema, values);
    if (parsed.success) {
      const request = toRequest(parsed.output);
      return { ok: true, toBody: (isOwn) => JSON.stringify(isOwn ? { ...request, ...getExtras(values), consentVersion: consent.version } : request) };
    }
    const errors: Record<string, string> = {};
    for (const issue of parsed.issues) {
      const field = v.getDotPath(issue);
      if (field !== null) errors[field] ??= issue.message;
    }
    return { ok: false, errors };
  };
