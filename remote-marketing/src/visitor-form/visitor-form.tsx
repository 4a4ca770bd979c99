import { FORM_HONEYPOT } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { useActionData } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary, type FormError } from '@site/shared/ui/error-summary';
import { PlainLink } from '@site/shared/ui/link';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { type FormEvent, Fragment, type ReactNode, type RefObject, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import consent from '../../texts/consent.json';
import { deliverInBackground } from './background-delivery.ts';
import type { FieldErrors, FieldValues, FormDefinition } from './form-definition.ts';
import { DRAFT_LIFETIME_MS, readDraft, removeDraft, saveDraft } from './form-draft.ts';
import { isOwnFormService, readFieldValues, sendForm, validateValues } from './form-submission.ts';
import { announceFailure, announceSuccess } from './outcome-notices.ts';
import type { PostedResult } from './post-form.ts';
import { onQueueOutcome, sendQueuedForm, watchConnection } from './queued-form.ts';
import { useFormToken } from './use-form-token.ts';
import styles from './visitor-form.module.css';

const NEXT_STEPS_TITLE = 'What happens next';
const DRAFT_SAVED = 'Your answers are saved on this device for seven days.';
const REJECTED_MESSAGE = 'Your answers will not be sent automatically. They are still in the form.';
const NOT_QUEUED_MESSAGE = 'You seem to be offline. This form cannot be sent automatically. Press the button again when you are online.';

/**
 * Returns a function that resolves when no pointer is down in the element. An error that appears or disappears on blur moves the pressed button away from the
 * pointer, which would cancel the click.
 */
const usePointerRelease = (area: RefObject<HTMLElement | null>): (() => Promise<void>) => {
  const release = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onPointerDown = () => {
      release.current = new Promise((resolve) => {
        // The click event follows `pointerup`.
        const finish = () => setTimeout(resolve);
        window.addEventListener('pointerup', finish, { once: true });
        window.addEventListener('pointercancel', finish, { once: true });
      });
    };
    element.addEventListener('pointerdown', onPointerDown);
    return () => element.removeEventListener('pointerdown', onPointerDown);
  }, [area]);

  return () => release.current;
};

const toSummary = ({ fields }: FormDefinition, errors: FieldErrors): readonly FormError[] =>
  fields.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ field, message }];
  });

/**
 * Outcome of the last submission, which stays on screen. `not-queued`: the device is offline, and forms for other services are not queued. `rejected`: the
 * service rejected the form after it was queued.
 */
type Outcome = 'sent' | 'failed' | 'queued' | 'not-queued' | 'rejected';

const OutcomeMessage = ({ outcome, texts }: { readonly outcome: Outcome | undefined; readonly texts: FormDefinition['texts'] }) => {
  switch (outcome) {
    case undefined:
      return null;
    case 'sent':
      return (
        <div className={styles.sent} role="status">
          <p>{texts.success}</p>
          <p className={styles.nextTitle}>{NEXT_STEPS_TITLE}</p>
          <ul className={styles.next}>
            {texts.next.map(({ title, text }) => (
              <li key={title}>
                <b>{title}.</b> {text}
              </li>
            ))}
          </ul>
        </div>
      );
    case 'queued':
      return (
        <p className={styles.queued} role="status">
          {texts.queued}
        </p>
      );
    case 'failed':
    case 'not-queued':
    case 'rejected':
      return (
        <p className={styles.failed} role="alert">
          {texts.failure} {outcome === 'not-queued' && NOT_QUEUED_MESSAGE}
          {outcome === 'rejected' && REJECTED_MESSAGE}
        </p>
      );
    default:
      return outcome satisfies never;
  }
};

const toOutcome = (postedResult: PostedResult | undefined): Outcome | undefined =>
  postedResult === undefined || postedResult.state === 'invalid' ? undefined : postedResult.state;

const Consent = ({ kind, texts: { safeguarding } }: Pick<FormDefinition, 'kind' | 'texts'>) => (
  <p className={styles.consent}>
    {consent.before[kind]}{' '}
    <PlainLink to="/privacy" className={styles.consentLink}>
      {consent.link}
    </PlainLink>{' '}
    {consent.after} {safeguarding.before}{' '}
    <PlainLink to="/safeguarding" className={styles.consentLink}>
      {safeguarding.link}
    </PlainLink>
  </p>
);

interface Submission {
  /** Number of submissions. After each submission, the focus moves to the error summary. */
  readonly attempt: number;
  readonly errors: FieldErrors;
  readonly outcome: Outcome | undefined;
}

const NO_RESULT = { outcome: undefined, errors: {} };

/** Initial values of the fields. Changing `key` makes the fields show new values. */
interface Content {
  readonly key: number;
  readonly values: FieldValues;
}

export interface FormFields<Field extends string> {
  readonly values: FieldValues;
  /** True for our own form service, whose forms have additional questions. */
  readonly isOwn: boolean;
  readonly getField: (name: Field) => {
    readonly name: Field;
    readonly defaultValue: string | undefined;
    readonly error: string | undefined;
    readonly onBlur: () => void;
  };
}

interface VisitorFormProps<Field extends string> {
  readonly services: HostServices;
  readonly definition: FormDefinition<Field>;
  readonly children: (fields: FormFields<Field>) => ReactNode;
}

/**
 * A form that visitors send to staff. Its fields are uncontrolled, so that text entered before hydration is kept. Without JavaScript, the browser posts the
 * form to the route's action.
 */
export const VisitorForm = <Field extends string>({ services, definition, children }: VisitorFormProps<Field>) => {
  const { kind, path, fields, texts } = definition;
  const formId = `${kind}-form`;
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const waitForPointerRelease = usePointerRelease(form);
  const postedResult = useActionData<PostedResult>();
  const postedErrors = postedResult?.state === 'invalid' ? postedResult.errors : {};
  const [errors, setErrors] = useState<FieldErrors>(postedErrors);

  const isOwn = isOwnFormService(services.site.volunteerFormUrl);
  const [content, setContent] = useState<Content>({ key: 0, values: postedResult === undefined || postedResult.state === 'sent' ? {} : postedResult.values });
  const [hasDraft, setHasDraft] = useState(false);
  const fill = (values: FieldValues): void => setContent(({ key }) => ({ key: key + 1, values }));

  const token = useFormToken(services, isOwn);

  const submit = async ({ attempt }: Submission, data: FormData): Promise<Submission> => {
    const values = readFieldValues(definition, data);
    const checked = await validateValues(definition, values);
    const errors = checked.ok ? {} : checked.errors;
    // Update the errors in the same transition as the error summary, which takes the focus. If the errors appeared first, the summary could take the focus
    // while the visitor is already typing.
    startTransition(() => setErrors(errors));
    const next = { attempt: attempt + 1, errors, outcome: undefined };
    if (!checked.ok) return next;
    // Queue the form before sending it, because the visitor may close the page in the meantime.
    const { idempotencyKey, savedAt } = saveDraft(kind, values, isOwn);
    // Bots that fill in the hidden field see a success message, but nothing is sent.
    const isBot = data.get(FORM_HONEYPOT) !== '';
    const { outcome, errors: rejectionErrors } = isBot
      ? { outcome: 'sent' as const, errors: {} }
      : await sendForm(services.site.volunteerFormUrl, checked, { idempotencyKey, ...token.consume() });
    if (outcome === 'sent') {
      removeDraft(kind);
      announceSuccess(services, definition);
      startTransition(() => {
        setHasDraft(false);
        fill({});
      });
      return { ...next, outcome };
    }
    if (outcome === 'unreachable' && isOwn) {
      watchConnection(services, definition);
      void deliverInBackground({
        kind,
        url: services.site.volunteerFormUrl,
        body: checked.toBody(isOwn),
        idempotencyKey,
        sentUntil: savedAt + DRAFT_LIFETIME_MS,
      });
      return { ...next, outcome: 'queued' };
    }
    saveDraft(kind, values, false);
    announceFailure(services, definition);
    startTransition(() => setErrors(rejectionErrors));
    return { ...next, errors: rejectionErrors, outcome: outcome === 'unreachable' && !navigator.onLine ? 'not-queued' : 'failed' };
  };
  const [submission, dispatch, isPending] = useActionState(submit, { attempt: 0, errors: postedErrors, outcome: toOutcome(postedResult) });
  const [queueResult, setQueueResult] = useState<Pick<Submission, 'outcome' | 'errors'> | undefined>(undefined);

  // Restore earlier input from this device, but keep text that was entered before hydration.
  useEffect(() => {
    if (postedResult?.state === 'sent') removeDraft(kind);
    const draft = readDraft(kind);
    if (draft === null || form.current === null) return;
    setHasDraft(true);
    const enteredValues = readFieldValues(definition, new FormData(form.current));
    if (fields.every((field) => enteredValues[field] === '')) setContent(({ key }) => ({ key: key + 1, values: draft.values }));
    if (draft.rejection !== undefined) {
      setErrors(draft.rejection);
      setQueueResult({ outcome: 'rejected', errors: draft.rejection });
    }
    if (!draft.isQueued) return;
    watchConnection(services, definition);
    void sendQueuedForm(services, definition);
  }, [postedResult, services, definition, kind, fields]);

  useEffect(
    () =>
      onQueueOutcome(kind, (outcome, reasons) => {
        setQueueResult({ outcome, errors: reasons });
        setErrors(reasons);
        if (outcome === 'rejected') return;
        setHasDraft(false);
        setContent(({ key }) => ({ key: key + 1, values: {} }));
      }),
    [kind],
  );

  const readValues = (): FieldValues => (form.current === null ? {} : readFieldValues(definition, new FormData(form.current)));

  /** Saves changed text as a draft that is not sent automatically, because the visitor is still editing it. */
  const saveCurrentDraft = (): void => {
    if (form.current === null) return;
    saveDraft(kind, readValues(), false);
    if ((queueResult ?? submission).outcome === 'queued') setQueueResult(NO_RESULT);
    setHasDraft(readDraft(kind) !== null);
  };

  const clearForm = (): void => {
    removeDraft(kind);
    setHasDraft(false);
    setQueueResult(NO_RESULT);
    setErrors({});
    fill({});
  };

  const removeErrors = (names: readonly string[]) =>
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name))));

  const validateField = async (name: string) => {
    await waitForPointerRelease();
    if (!form.current) return;
    const checked = await validateValues(definition, readValues());
    const message = checked.ok ? undefined : checked.errors[name];
    if (message === undefined) removeErrors([name]);
    else setErrors((current) => ({ ...current, [name]: message }));
  };

  /** Removes the errors of fields that have become valid while the visitor was typing, but adds no new errors. */
  const removeCorrectedErrors = async () => {
    if (Object.keys(errors).length === 0) return;
    const checked = await validateValues(definition, readValues());
    const remainingErrors = checked.ok ? {} : checked.errors;
    removeErrors(Object.keys(errors).filter((name) => remainingErrors[name] === undefined));
  };

  const onChange = () => {
    saveCurrentDraft();
    void removeCorrectedErrors();
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (isPending) return;
    setQueueResult(undefined);
    startTransition(() => dispatch(data));
  };

  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      // The fragment makes the browser scroll to the result.
      action={`${path}#${formId}`}
      noValidate={isHydrated}
      aria-labelledby={formId}
      onSubmit={onSubmit}
      onFocus={token.begin}
      onChange={onChange}
      data-ground="surface"
    >
      <h2 id={formId} className={styles.title}>
        {texts.formTitle}
      </h2>
      {submission.attempt === 0 && <OutcomeMessage outcome={submission.outcome} texts={texts} />}
      <ErrorSummary errors={toSummary(definition, (queueResult ?? submission).errors)} attempt={submission.attempt} />
      <Fragment key={content.key}>
        {children({
          values: content.values,
          isOwn,
          getField: (name) => ({ name, defaultValue: content.values[name], error: errors[name], onBlur: () => void validateField(name) }),
        })}
      </Fragment>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={`${kind}-topic`}>Leave this field empty</label>
        <input id={`${kind}-topic`} name={FORM_HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <Consent kind={kind} texts={texts} />
      {/* The result is next to the button, because the top of the form may be out of view. */}
      {(submission.attempt > 0 || queueResult !== undefined) && <OutcomeMessage outcome={(queueResult ?? submission).outcome} texts={texts} />}
      <Button type="submit" wide busy={isPending}>
        {texts.submit}
      </Button>
      {hasDraft && (
        <div className={styles.draft}>
          <p>{DRAFT_SAVED}</p>
          <Button variant="quiet" size="small" onClick={clearForm}>
            Clear the form
          </Button>
        </div>
      )}
    </form>
  );
};
