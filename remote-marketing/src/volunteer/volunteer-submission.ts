import {
  toVolunteerApplication,
  VOLUNTEER_FORM_PATH,
  type VolunteerExtras,
  type VolunteerForm,
  volunteerExtrasSchema,
  volunteerFormSchema,
} from '@site/shared/contracts/application';
import * as v from 'valibot';
import consent from '../../texts/consent.json';
import { PHONE_MESSAGES } from './volunteer-content.ts';

export const FIELDS = ['name', 'email', 'phone', 'qualification', 'location', 'skills', 'interests', 'motivation'] as const;
export type FieldName = (typeof FIELDS)[number];
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

type Validation = { readonly ok: true; readonly form: VolunteerForm } | { readonly ok: false; readonly errors: FieldErrors };

/** What is asked for our own form service alone. */
const EXTRA_FIELDS = ['ageBand', 'guardianContact'] as const;

export type FieldValues = Readonly<Record<FieldName | (typeof EXTRA_FIELDS)[number], string>>;

/** The value of a field. Posted forms have CRLF line breaks. */
const getText = (data: FormData, name: keyof FieldValues): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

export const readFieldValues = (data: FormData): FieldValues => ({
  name: getText(data, 'name'),
  email: getText(data, 'email'),
  phone: getText(data, 'phone'),
  qualification: getText(data, 'qualification'),
  location: getText(data, 'location'),
  skills: getText(data, 'skills'),
  interests: getText(data, 'interests'),
  motivation: getText(data, 'motivation'),
  ageBand: getText(data, 'ageBand'),
  guardianContact: getText(data, 'guardianContact'),
});

/** The values as the form has them. */
export const toFormData = (values: FieldValues): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
};

/** The metadata of phone numbers is large, so it is loaded only for a form with a number; usually the phone input has loaded it. */
const readPhone = async (text: string): Promise<{ readonly number: string; readonly error?: string }> => {
  if (text.trim() === '') return { number: '' };
  const module = await import(/* webpackChunkName: "phone-input" */ './phone-number.ts');
  const reading = module.readPhone(text);
  return reading.ok ? { number: reading.number } : { number: '', error: PHONE_MESSAGES[reading.problem] };
};

/** Returns the first error of each field, in the order of the form. */
export const validateForm = async (data: FormData): Promise<Validation> => {
  const values = readFieldValues(data);
  const phone = await readPhone(values.phone);
  const parsed = v.safeParse(volunteerFormSchema, { ...values, phone: phone.number });
  if (parsed.success && phone.error === undefined) return { ok: true, form: parsed.output };
  const issues = parsed.success ? {} : (v.flatten<typeof volunteerFormSchema>(parsed.issues).nested ?? {});
  const errors = FIELDS.flatMap((name) => {
    const message = name === 'phone' ? (phone.error ?? issues.phone?.[0]) : issues[name]?.[0];
    return message === undefined ? [] : [[name, message] as const];
  });
  return { ok: false, errors: Object.fromEntries(errors) };
};

/** Whether applications go to our own provider and not to another service. */
export const isOwnFormService = (address: string): boolean => address === `/api${VOLUNTEER_FORM_PATH}`;

const extrasSchema = v.fallback(volunteerExtrasSchema, { ageBand: '', guardianContact: '' });

/** What visitors added; nothing where a browser has let through what is not in the list, because nobody has to answer. */
export const readExtras = (data: FormData): VolunteerExtras => v.parse(extrasSchema, readFieldValues(data));

interface SendOptions {
  readonly extras: VolunteerExtras;
  /** Our own service stores applications with the same key once. Other services do not receive it. */
  readonly idempotencyKey?: string;
  /** Says to our own service when the form was begun. Other services do not receive it. */
  readonly formToken?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** `unreachable`: the network failed, so that nobody knows whether it has arrived. */
type SendOutcome = 'sent' | 'rejected' | 'unreachable';

/** For our own service: with what was added, and the version of the privacy notice next to the button. */
export const toOwnBody = (form: VolunteerForm, extras: VolunteerExtras): string =>
  JSON.stringify({ ...toVolunteerApplication(form), ...extras, consentVersion: consent.version });

/**
 * Sends the ten keys to the form-collection service (VOL-09). It may be a third party, so the request has no token and only its status is read (VOL-10). Our own service also
 * receives what was added, the version of the privacy notice next to the button, the idempotency key and the form token.
 */
export const sendApplication = async (
  address: string,
  form: VolunteerForm,
  { extras, idempotencyKey, formToken, headers, signal }: SendOptions,
): Promise<SendOutcome> => {
  const isOwn = isOwnFormService(address);
  const ownHeaders = isOwn ? { ...(idempotencyKey && { 'idempotency-key': idempotencyKey }), ...(formToken && { 'form-token': formToken }) } : {};
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, ...ownHeaders, 'content-type': 'application/json', accept: 'application/json' },
      body: isOwn ? toOwnBody(form, extras) : JSON.stringify(toVolunteerApplication(form)),
      ...(signal === undefined ? {} : { signal }),
    });
    await response.body?.cancel();
    return response.ok ? 'sent' : 'rejected';
  } catch {
    return 'unreachable';
  }
};
