import type { ApiError } from '@site/shared/contracts/api-error';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import type { Result } from '@site/shared/domain/result';
import { type FormEvent, type SubmitEvent, useRef, useState } from 'react';
import type * as v from 'valibot';
import { getApiErrorMessage } from './api-error-message.ts';
import { parseForm } from './parse-form.ts';

interface StaffFormOptions<Schema extends v.GenericSchema, Payload> {
  readonly schema: Schema;
  /** Field names in screen order. */
  readonly fields: readonly string[];
  /** Returns the schema's input; defaults to the form's entries. */
  readonly read?: (form: FormData) => unknown;
  readonly send: (values: v.InferOutput<Schema>) => Promise<Result<Payload, ApiError>>;
  readonly onSent: (payload: Payload, form: HTMLFormElement) => void;
  /** Returns the message for an error that belongs to no field. */
  readonly toMessage?: (error: ApiError) => string;
  /** Called when such a message is shown. */
  readonly onRejected?: (message: string) => void;
}

interface StaffForm {
  /** Returns the error for a field; undefined if the field is valid or has not been checked. */
  readonly getError: (field: string) => string | undefined;
  /** The provider's form-level message; '' if there is none. */
  readonly message: string;
  readonly isSending: boolean;
  readonly handleSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Updates the errors of checked fields on input. */
  readonly handleChange: (event: FormEvent<HTMLFormElement>) => void;
  /** Checks a field when it loses focus, for forms that show errors before they are submitted. */
  readonly handleBlur: (event: FormEvent<HTMLFormElement>) => void;
}

const fromEntries = (form: FormData): unknown => Object.fromEntries(form);

const getName = ({ target }: FormEvent<HTMLFormElement>): string =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ? target.name : '';

/**
 * Manages the staff area's short forms; documents use the editor. The fields are uncontrolled and read when needed, because browsers and password managers that
 * fill them in do not always fire events. The provider's own schema checks the input, and the provider's errors are shown next to their fields.
 */
export const useStaffForm = <Schema extends v.GenericSchema, Payload>(options: StaffFormOptions<Schema, Payload>): StaffForm => {
  const { schema, fields, read = fromEntries, send, onSent, toMessage = getApiErrorMessage, onRejected } = options;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState('');
  const [isSending, setIsSending] = useState(false);
  // A state update would be too late to prevent a second submission in the same task.
  const isInFlight = useRef(false);

  const parse = (form: HTMLFormElement) => parseForm(schema, read(new FormData(form)));

  /** Shows the errors and focuses the first invalid field. */
  const showErrors = (form: HTMLFormElement, found: FieldErrors): void => {
    setErrors(found);
    setChecked(new Set(fields));
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const submit = async (form: HTMLFormElement): Promise<void> => {
    setMessage('');
    const parsed = parse(form);
    if (!parsed.ok) {
      showErrors(form, parsed.error);
      return;
    }
    setErrors({});

    setIsSending(true);
    const result = await send(parsed.value);
    setIsSending(false);
    if (result.ok) {
      onSent(result.value, form);
      return;
    }
    const fieldErrors = Object.entries(result.error.errors ?? {}).filter(([field]) => fields.includes(field));
    showErrors(form, Object.fromEntries(fieldErrors));
    if (fieldErrors.length > 0) return;
    const message = toMessage(result.error);
    setMessage(message);
    onRejected?.(message);
  };

  const recheck = (form: HTMLFormElement): void => {
    const parsed = parse(form);
    setErrors(parsed.ok ? {} : parsed.error);
  };

  return {
    getError: (field) => (checked.has(field) ? errors[field] : undefined),
    message,
    isSending,
    handleSubmit: (event) => {
      event.preventDefault();
      if (isInFlight.current) return;
      isInFlight.current = true;
      void submit(event.currentTarget).finally(() => {
        isInFlight.current = false;
      });
    },
    handleChange: (event) => recheck(event.currentTarget),
    handleBlur: (event) => {
      const name = getName(event);
      if (!fields.includes(name)) return;
      setChecked((before) => new Set([...before, name]));
      recheck(event.currentTarget);
    },
  };
};
