import { AGE_BANDS, type AgeBand, GUARDIAN_LIMIT, QUALIFICATIONS, VOLUNTEER_HONEYPOT, VOLUNTEER_LIMITS } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { useActionData } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary, type FormError } from '@site/shared/ui/error-summary';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import { PlainLink } from '@site/shared/ui/link';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { type FormEvent, Fragment, type RefObject, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import consent from '../../texts/consent.json';
import { KEPT_MS, readDraft, removeDraft, saveDraft } from './application-draft.ts';
import { deliverInBackground } from './background-delivery.ts';
import { PhoneField } from './phone-field.tsx';
import { onDelivery, sendQueued, watchConnection } from './queued-application.ts';
import { useFormToken } from './use-form-token.ts';
import type { PostedResult } from './volunteer-action.ts';
import { announceFailure, announceSuccess, VOLUNTEER } from './volunteer-content.ts';
import styles from './volunteer-form.module.css';
import {
  FIELDS,
  type FieldErrors,
  type FieldName,
  type FieldValues,
  isOwnFormService,
  readExtras,
  readFieldValues,
  sendApplication,
  toOwnBody,
  validateForm,
} from './volunteer-submission.ts';

/**
 * Resolves when no pointer is down in the element. An error that appears or disappears on blur moves the button that is being pressed
 * away from the pointer, and the click would be lost.
 */
const usePointerRelease = (area: RefObject<HTMLElement | null>): (() => Promise<void>) => {
  const release = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onDown = () => {
      release.current = new Promise((resolve) => {
        // The click event follows the release.
        const finish = () => setTimeout(resolve);
        window.addEventListener('pointerup', finish, { once: true });
        window.addEventListener('pointercancel', finish, { once: true });
      });
    };
    element.addEventListener('pointerdown', onDown);
    return () => element.removeEventListener('pointerdown', onDown);
  }, [area]);

  return () => release.current;
};

const OPTIONS = QUALIFICATIONS.map((value) => ({ value, label: value }));

const toSummary = (errors: FieldErrors): readonly FormError[] =>
  FIELDS.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ field, message }];
  });

/** How the last attempt to send ended; it stays in the form. `not-queued`: offline, and the form goes to another service. */
type Outcome = 'sent' | 'failed' | 'queued' | 'not-queued';

const [, ...NEXT_STEPS] = VOLUNTEER.steps;

const OutcomeMessage = ({ outcome }: { readonly outcome: Outcome | undefined }) => {
  switch (outcome) {
    case undefined:
      return null;
    case 'sent':
      return (
        <div className={styles.sent} role="status">
          <p>{VOLUNTEER.success}</p>
          <p className={styles.nextTitle}>{VOLUNTEER.nextTitle}</p>
          <ul className={styles.next}>
            {NEXT_STEPS.map(({ title, text }) => (
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
          {VOLUNTEER.queued}
        </p>
      );
    case 'failed':
    case 'not-queued':
      return (
        <p className={styles.failed} role="alert">
          {VOLUNTEER.failure} {outcome === 'not-queued' && VOLUNTEER.notQueued}
        </p>
      );
    default:
      return outcome satisfies never;
  }
};

const toOutcome = (posted: PostedResult | undefined): Outcome | undefined => (posted === undefined || posted.state === 'invalid' ? undefined : posted.state);

const AGE_LABELS: Readonly<Record<AgeBand, string>> = { 'under-18': 'Under 18', '18-24': '18 to 24', '25-or-older': '25 or older' };
const AGE_OPTIONS = AGE_BANDS.map((value) => ({ value, label: AGE_LABELS[value] }));

/** For our own form service only. The guardian's field shows while "Under 18" is chosen; a style does that, so that it needs no JavaScript. */
const AgeFields = ({ values }: { readonly values: Partial<FieldValues> }) => (
  <div className={styles.age}>
    <SelectField
      label="Age"
      name="ageBand"
      optional
      defaultValue={values.ageBand}
      options={AGE_OPTIONS}
      emptyLabel="Prefer not to say"
      hint="So that we can protect you if you are under 18."
    />
    <div className={styles.guardian}>
      <TextField
        label="Parent or guardian"
        name="guardianContact"
        optional
        defaultValue={values.guardianContact}
        autoComplete="off"
        maxLength={GUARDIAN_LIMIT}
        hint="A name, and a phone number or an email address. We ask them before you begin."
      />
    </div>
  </div>
);

const Consent = () => (
  <p className={styles.consent}>
    {consent.before}{' '}
    <PlainLink to="/privacy" className={styles.consentLink}>
      {consent.link}
    </PlainLink>{' '}
    {consent.after} Under 18?{' '}
    <PlainLink to="/safeguarding" className={styles.consentLink}>
      How we keep you safe
    </PlainLink>
  </p>
);

interface Submission {
  /** Counts submissions: the error summary takes the focus at each of them. */
  readonly attempt: number;
  readonly errors: FieldErrors;
  /** Of this attempt; undefined if the values were not valid. */
  readonly outcome: Outcome | undefined;
}

/** What the fields begin with. Another `key` gives them other values. */
interface Content {
  readonly key: number;
  readonly values: Partial<FieldValues>;
}

/** Uncontrolled, so that text entered before hydration is preserved. Without JavaScript the browser posts the form to the route's action. */
export const VolunteerForm = ({ services }: { readonly services: HostServices }) => {
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const waitForPointerRelease = usePointerRelease(form);
  const posted = useActionData<PostedResult>();
  const postedErrors = posted?.state === 'invalid' ? posted.errors : {};
  const [errors, setErrors] = useState<FieldErrors>(postedErrors);

  const isOwn = isOwnFormService(services.site.volunteerFormUrl);
  const [content, setContent] = useState<Content>({ key: 0, values: posted === undefined || posted.state === 'sent' ? {} : posted.values });
  const [hasDraft, setHasDraft] = useState(false);
  const fill = (values: Partial<FieldValues>): void => setContent(({ key }) => ({ key: key + 1, values }));

  const token = useFormToken(services, isOwn);

  const submit = async ({ attempt }: Submission, data: FormData): Promise<Submission> => {
    const validation = await validateForm(data);
    const found = validation.ok ? {} : validation.errors;
    // In the same transition as the error summary, which takes the focus: an error that appeared earlier would invite typing in its field, and the summary
    // would then interrupt it.
    startTransition(() => setErrors(found));
    const next = { attempt: attempt + 1, errors: found, outcome: undefined };
    if (!validation.ok) return next;
    // Queued before it is sent: the page may be closed meanwhile.
    const { idempotencyKey, savedAt } = saveDraft(readFieldValues(data), isOwn);
    // Bots that fill in the hidden field see a success, but nothing is sent.
    const isBot = data.get(VOLUNTEER_HONEYPOT) !== '';
    const options = { extras: readExtras(data), idempotencyKey, ...token.take() };
    const outcome = isBot ? 'sent' : await sendApplication(services.site.volunteerFormUrl, validation.form, options);
    if (outcome === 'sent') {
      removeDraft();
      announceSuccess(services);
      startTransition(() => {
        setHasDraft(false);
        fill({});
      });
      return { ...next, outcome };
    }
    if (outcome === 'unreachable' && isOwn) {
      watchConnection(services);
      void deliverInBackground({
        address: services.site.volunteerFormUrl,
        body: toOwnBody(validation.form, readExtras(data)),
        idempotencyKey,
        sentUntil: savedAt + KEPT_MS,
      });
      return { ...next, outcome: 'queued' };
    }
    saveDraft(readFieldValues(data), false);
    announceFailure(services);
    return { ...next, outcome: outcome === 'unreachable' && !navigator.onLine ? 'not-queued' : 'failed' };
  };
  const [submission, dispatch, isPending] = useActionState(submit, { attempt: 0, errors: postedErrors, outcome: toOutcome(posted) });
  const [isDelivered, setDelivered] = useState(false);

  // What was entered before, on this device. Text that was entered before hydration stays.
  useEffect(() => {
    if (posted?.state === 'sent') removeDraft();
    const draft = readDraft();
    if (draft === null || form.current === null) return;
    setHasDraft(true);
    const entered = readFieldValues(new FormData(form.current));
    if (FIELDS.every((field) => entered[field] === '')) setContent(({ key }) => ({ key: key + 1, values: draft.values }));
    if (!draft.isQueued) return;
    watchConnection(services);
    void sendQueued(services);
  }, [posted, services]);

  useEffect(
    () =>
      onDelivery(() => {
        setDelivered(true);
        setHasDraft(false);
        setContent(({ key }) => ({ key: key + 1, values: {} }));
      }),
    [],
  );

  /** Changed text is not sent by itself: the visitor is still at it. */
  const keepDraft = (): void => {
    if (form.current === null) return;
    saveDraft(readFieldValues(new FormData(form.current)), false);
    setHasDraft(readDraft() !== null);
  };

  const clear = (): void => {
    removeDraft();
    setHasDraft(false);
    setErrors({});
    fill({});
  };

  /** Updates the error of a field that has lost the focus. */
  const validateField = async (name: FieldName) => {
    await waitForPointerRelease();
    if (!form.current) return;
    const validation = await validateForm(new FormData(form.current));
    const message = validation.ok ? undefined : validation.errors[name];
    setErrors(({ [name]: _, ...others }) => (message === undefined ? others : { ...others, [name]: message }));
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (isPending) return;
    setDelivered(false);
    startTransition(() => dispatch(data));
  };

  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      // The fragment scrolls to the result.
      action="/volunteer#volunteer-form"
      noValidate={isHydrated}
      aria-labelledby="volunteer-form"
      onSubmit={onSubmit}
      onFocus={token.begin}
      onChange={keepDraft}
      data-ground="surface"
    >
      <h2 id="volunteer-form" className={styles.title}>
        {VOLUNTEER.formTitle}
      </h2>
      {submission.attempt === 0 && <OutcomeMessage outcome={submission.outcome} />}
      <ErrorSummary errors={toSummary(submission.errors)} attempt={submission.attempt} />
      <Fragment key={content.key}>
        <TextField
          label="Name"
          name="name"
          defaultValue={content.values.name}
          autoComplete="name"
          maxLength={VOLUNTEER_LIMITS.name}
          error={errors.name}
          onBlur={() => validateField('name')}
        />
        <TextField
          label="Email"
          name="email"
          defaultValue={content.values.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          hint="We only use it to answer you."
          error={errors.email}
          onBlur={() => validateField('email')}
        />
        <PhoneField initialText={content.values.phone} error={errors.phone} onBlur={() => validateField('phone')} />
        <SelectField
          label="Qualification"
          name="qualification"
          defaultValue={content.values.qualification}
          options={OPTIONS}
          emptyLabel="Select Qualification"
          error={errors.qualification}
          onBlur={() => validateField('qualification')}
        />
        <TextField
          label="Location"
          name="location"
          defaultValue={content.values.location}
          autoComplete="address-level2"
          maxLength={VOLUNTEER_LIMITS.location}
          error={errors.location}
          onBlur={() => validateField('location')}
        />
        <TextField
          label="Skills"
          name="skills"
          defaultValue={content.values.skills}
          optional
          hint="Teaching, design, driving, cooking: all of it helps."
          maxLength={VOLUNTEER_LIMITS.skills}
          error={errors.skills}
          onBlur={() => validateField('skills')}
        />
        <TextField
          label="Interests"
          name="interests"
          defaultValue={content.values.interests}
          optional
          maxLength={VOLUNTEER_LIMITS.interests}
          error={errors.interests}
          onBlur={() => validateField('interests')}
        />
        <TextAreaField
          label="Motivation"
          name="motivation"
          defaultValue={content.values.motivation}
          hint="Why would you like to volunteer?"
          maxLength={VOLUNTEER_LIMITS.motivation}
          error={errors.motivation}
          onBlur={() => validateField('motivation')}
        />
        {isOwn && <AgeFields values={content.values} />}
      </Fragment>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="volunteer-topic">Leave this field empty</label>
        <input id="volunteer-topic" name={VOLUNTEER_HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <Consent />
      {/* Where the visitor has just pressed the button: the top of the form may be out of view. */}
      {(submission.attempt > 0 || isDelivered) && <OutcomeMessage outcome={isDelivered ? 'sent' : submission.outcome} />}
      <Button type="submit" wide busy={isPending}>
        {VOLUNTEER.submit}
      </Button>
      {hasDraft && (
        <div className={styles.draft}>
          <p>{VOLUNTEER.kept}</p>
          <Button variant="quiet" size="small" onClick={clear}>
            {VOLUNTEER.clear}
          </Button>
        </div>
      )}
    </form>
  );
};
