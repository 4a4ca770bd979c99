import type { ApiError } from '@site/shared/contracts/api-error';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import type { Result } from '@site/shared/domain/result';
import { type SubmitEvent, useRef, useState } from 'react';
import type * as v from 'valibot';
import { failureWords } from './failure-words.ts';
import { parseForm } from './parse-form.ts';

export interface StaffFormOptions<Schema extends v.GenericSchema, Answer> {
  readonly schema: Schema;
  /** Names of the fields, in the order in which they stand. */
  readonly fields: readonly string[];
  readonly send: (values: v.InferOutput<Schema>) => Promise<Result<Answer, ApiError>>;
  readonly onSent: (answer: Answer, form: HTMLFormElement) => void;
}

export interface StaffFormState {
  /** Message of a field; undefined while it is right or has not been judged. */
  readonly errorOf: (field: string) => string | undefined;
  /** What the provider says about the whole form; '' when nothing. */
  readonly refusal: string;
  readonly isSending: boolean;
  readonly handleSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** A short form of text fields: judged when it is sent, by the same schema as at the provider, whose own messages stand at their fields. */
export const useStaffForm = <Schema extends v.GenericSchema, Answer>({ schema, fields, send, onSent }: StaffFormOptions<Schema, Answer>): StaffFormState => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState('');
  const [isSending, setIsSending] = useState(false);
  // State comes too late for a second press within the same moment.
  const isUnderWay = useRef(false);

  /** Messages at their fields, and the focus in the first of them. */
  const showErrors = (form: HTMLFormElement, found: FieldErrors): void => {
    setErrors(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const submit = async (form: HTMLFormElement): Promise<void> => {
    setRefusal('');
    const parsed = parseForm(schema, Object.fromEntries(new FormData(form)));
    if (!parsed.ok) {
      showErrors(form, parsed.error);
      return;
    }
    setErrors({});

    setIsSending(true);
    const answer = await send(parsed.value);
    setIsSending(false);
    if (answer.ok) {
      onSent(answer.value, form);
      return;
    }
    const known = Object.entries(answer.error.errors ?? {}).filter(([field]) => fields.includes(field));
    showErrors(form, Object.fromEntries(known));
    if (known.length === 0) setRefusal(failureWords(answer.error));
  };

  return {
    errorOf: (field) => errors[field],
    refusal,
    isSending,
    handleSubmit: (event) => {
      event.preventDefault();
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      void submit(event.currentTarget).finally(() => {
        isUnderWay.current = false;
      });
    },
  };
};
