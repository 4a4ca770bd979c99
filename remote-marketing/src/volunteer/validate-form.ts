import { type VolunteerForm, volunteerFormSchema } from '@site/shared/contracts/application';
import * as v from 'valibot';
import { PHONE_MESSAGES } from './volunteer-content.ts';

export const FIELDS = ['name', 'email', 'phone', 'qualification', 'location', 'skills', 'interests', 'motivation'] as const;
export type FieldName = (typeof FIELDS)[number];
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

export type Validation = { readonly ok: true; readonly form: VolunteerForm } | { readonly ok: false; readonly errors: FieldErrors };

export type Answers = Readonly<Record<FieldName, string>>;

/** What stands in a field, with the line ends that the page's own script sees: a posted form has those of the internet. */
const textOf = (data: FormData, name: FieldName): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

/** What was typed, as it was typed. */
export const readAnswers = (data: FormData): Answers => ({
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  phone: textOf(data, 'phone'),
  qualification: textOf(data, 'qualification'),
  location: textOf(data, 'location'),
  skills: textOf(data, 'skills'),
  interests: textOf(data, 'interests'),
  motivation: textOf(data, 'motivation'),
});

/** The phone's table of numbers is large: it is asked for only when a number was typed, and has usually come with the phone input. */
const readPhone = async (text: string): Promise<{ readonly number: string; readonly error?: string }> => {
  if (text.trim() === '') return { number: '' };
  const module = await import(/* webpackChunkName: "phone-input" */ './phone-number.ts');
  const reading = module.readPhone(text);
  return reading.ok ? { number: reading.number } : { number: '', error: PHONE_MESSAGES[reading.problem] };
};

/** Reads the form and says what is wrong with it, the first thing of each field, in the form's order. */
export const validateForm = async (data: FormData): Promise<Validation> => {
  const answers = readAnswers(data);
  const phone = await readPhone(answers.phone);
  const parsed = v.safeParse(volunteerFormSchema, { ...answers, phone: phone.number });
  if (parsed.success && phone.error === undefined) return { ok: true, form: parsed.output };
  const issues = parsed.success ? {} : (v.flatten<typeof volunteerFormSchema>(parsed.issues).nested ?? {});
  const errors = FIELDS.flatMap((name) => {
    const message = name === 'phone' ? (phone.error ?? issues.phone?.[0]) : issues[name]?.[0];
    return message === undefined ? [] : [[name, message] as const];
  });
  return { ok: false, errors: Object.fromEntries(errors) };
};
