import { toApiError } from '@site/shared/contracts/api-error';
import { FORM_PATH } from '@site/shared/contracts/application';
import { PHONE_MESSAGES } from '@site/shared/domain/phone-settings';
import type { CheckResult, FieldErrors, FieldValues, FormDefinition } from './form-definition.ts';

/** Replaces a number that cannot be parsed, so that the schema does not report the number as missing. The form shows the parser's error instead. */
const PLACEHOLDER_NUMBER = '+0000';

/** Returns the value of a field with LF line breaks; posted forms have CRLF. */
const getText = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
};

export const readFieldValues = ({ fields }: FormDefinition, data: FormData): FieldValues =>
  Object.fromEntries(fields.map((name) => [name, getText(data, name)]));

/** Parses a phone number. The metadata is large, so it is only loaded for a form with a number. The phone input has usually loaded it already. */
const readPhone = async (text: string): Promise<{ readonly number: string; readonly error?: string }> => {
  if (text.trim() === '') return { number: '' };
  const module = await import(/* webpackChunkName: "phone-input" */ '@site/shared/domain/phone-number');
  const reading = module.readPhone(text);
  return reading.ok ? { number: reading.number } : { number: PLACEHOLDER_NUMBER, error: PHONE_MESSAGES[reading.problem] };
};

/** Validates the values. Errors are in the order of the form. */
export const validateValues = async (form: FormDefinition, values: FieldValues): Promise<CheckResult> => {
  const phone = await readPhone(values.phone ?? '');
  const checkResult = form.check({ ...values, phone: phone.number });
  if (checkResult.ok && phone.error === undefined) return checkResult;
  const fieldErrors: FieldErrors = { ...(checkResult.ok ? {} : checkResult.errors), ...(phone.error !== undefined && { phone: phone.error }) };
  return { ok: false, errors: Object.fromEntries(form.fields.flatMap((name) => (fieldErrors[name] === undefined ? [] : [[name, fieldErrors[name]]]))) };
};

export const isOwnFormService = (url: string): boolean => url === `/api${FORM_PATH}`;

interface SendOptions {
  /** Our own service stores only one form for each key. Other services do not receive the key. */
  readonly idempotencyKey?: string;
  /** Tells our own service when the visitor began the form. Other services do not receive it. */
  readonly formToken?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** `busy`: the service may accept the same form later. `unreachable`: the network failed, so it is unknown whether the form has arrived. */
type SendOutcome = 'sent' | 'rejected' | 'busy' | 'unreachable';

interface SendResult {
  readonly outcome: SendOutcome;
  /** Reasons why our own service rejected the form, by field; empty if there are none. */
  readonly errors: FieldErrors;
}

/**
 * Sends the form to the form-collection service; a volunteer form has ten keys (VOL-09). The service may be a third party, so the request has no token, and
 * only the response's status is read (VOL-10). Our own service also receives the idempotency key and the form token, and its reasons for a rejection are read.
 */
export const sendForm = async (
  url: string,
  { toBody }: Extract<CheckResult, { ok: true }>,
  { idempotencyKey, formToken, headers, signal }: SendOptions,
): Promise<SendResult> => {
  const isOwn = isOwnFormService(url);
  const serviceHeaders = isOwn ? { ...(idempotencyKey && { 'idempotency-key': idempotencyKey }), ...(formToken && { 'form-token': formToken }) } : {};
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...serviceHeaders, 'content-type': 'application/json', accept: 'application/json' },
      body: toBody(isOwn),
      ...(signal === undefined ? {} : { signal }),
    });
    const isBusy = response.status === 429 || response.status >= 500;
    if (isOwn && !response.ok && !isBusy) {
      const { errors = {} } = toApiError(response.status, await response.json().catch(() => null));
      return { outcome: 'rejected', errors };
    }
    await response.body?.cancel();
    return { outcome: response.ok ? 'sent' : isBusy ? 'busy' : 'rejected', errors: {} };
  } catch {
    return { outcome: 'unreachable', errors: {} };
  }
};
