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
import { PhoneField } from './phone-field.tsx';
import type { PostedResult } from './volunteer-action.ts';
import { VOLUNTEER } from './volunteer-content.ts';
import styles from './volunteer-form.module.css';
import {
  FIELDS,
  type FieldErrors,
  type FieldName,
  type FieldValues,
  isOwnFormService,
  readExtras,
  sendApplication,
  validateForm,
} from './volunteer-submission.ts';

const TOAST_MS = 5000;

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

/** The result of a form that was posted without JavaScript, in place of a toast. */
const PostedMessage = ({ result }: { readonly result: PostedResult | undefined }) => {
  if (result?.state === 'sent')
    return (
      <p className={styles.sent} role="status">
        {VOLUNTEER.success}
      </p>
    );
  return result?.state === 'failed' ? (
    <p className={styles.failed} role="alert">
      {VOLUNTEER.failure}
    </p>
  ) : null;
};

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
  /** Changes when an application was sent, which empties the form. */
  readonly resetKey: number;
}

/** Uncontrolled, so that text entered before hydration is preserved. Without JavaScript the browser posts the form to the route's action. */
export const VolunteerForm = ({ services }: { readonly services: HostServices }) => {
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const waitForPointerRelease = usePointerRelease(form);
  const posted = useActionData<PostedResult>();
  const postedErrors = posted?.state === 'invalid' ? posted.errors : {};
  const [errors, setErrors] = useState<FieldErrors>(postedErrors);

  const submit = async ({ attempt, resetKey }: Submission, data: FormData): Promise<Submission> => {
    const validation = await validateForm(data);
    const found = validation.ok ? {} : validation.errors;
    // In the same transition as the error summary, which takes the focus: an error that appeared earlier would invite typing in its field, and the summary
    // would then interrupt it.
    startTransition(() => setErrors(found));
    const next = { attempt: attempt + 1, errors: found, resetKey };
    if (!validation.ok) return next;
    // Bots that fill in the hidden field see a success, but nothing is sent.
    const isBot = data.get(VOLUNTEER_HONEYPOT) !== '';
    const isSent = isBot || (await sendApplication(services.site.volunteerFormUrl, validation.form, { extras: readExtras(data) }));
    if (!isSent) {
      services.notify.error(VOLUNTEER.failure, { durationMs: TOAST_MS });
      return next;
    }
    services.notify.success(VOLUNTEER.success, { durationMs: TOAST_MS });
    services.celebrate();
    return { ...next, resetKey: resetKey + 1 };
  };
  const [submission, dispatch, isPending] = useActionState(submit, { attempt: 0, errors: postedErrors, resetKey: 0 });
  const values: Partial<FieldValues> = submission.resetKey > 0 || posted === undefined || posted.state === 'sent' ? {} : posted.values;

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
    if (!isPending) startTransition(() => dispatch(data));
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
      data-ground="surface"
    >
      <h2 id="volunteer-form" className={styles.title}>
        {VOLUNTEER.formTitle}
      </h2>
      {submission.attempt === 0 && <PostedMessage result={posted} />}
      <ErrorSummary errors={toSummary(submission.errors)} attempt={submission.attempt} />
      <Fragment key={submission.resetKey}>
        <TextField
          label="Name"
          name="name"
          defaultValue={values.name}
          autoComplete="name"
          maxLength={VOLUNTEER_LIMITS.name}
          error={errors.name}
          onBlur={() => validateField('name')}
        />
        <TextField
          label="Email"
          name="email"
          defaultValue={values.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          hint="We only use it to answer you."
          error={errors.email}
          onBlur={() => validateField('email')}
        />
        <PhoneField initialText={values.phone} error={errors.phone} onBlur={() => validateField('phone')} />
        <SelectField
          label="Qualification"
          name="qualification"
          defaultValue={values.qualification}
          options={OPTIONS}
          emptyLabel="Select Qualification"
          error={errors.qualification}
          onBlur={() => validateField('qualification')}
        />
        <TextField
          label="Location"
          name="location"
          defaultValue={values.location}
          autoComplete="address-level2"
          maxLength={VOLUNTEER_LIMITS.location}
          error={errors.location}
          onBlur={() => validateField('location')}
        />
        <TextField
          label="Skills"
          name="skills"
          defaultValue={values.skills}
          optional
          hint="Teaching, design, driving, cooking: all of it helps."
          maxLength={VOLUNTEER_LIMITS.skills}
          error={errors.skills}
          onBlur={() => validateField('skills')}
        />
        <TextField
          label="Interests"
          name="interests"
          defaultValue={values.interests}
          optional
          maxLength={VOLUNTEER_LIMITS.interests}
          error={errors.interests}
          onBlur={() => validateField('interests')}
        />
        <TextAreaField
          label="Motivation"
          name="motivation"
          defaultValue={values.motivation}
          hint="Why would you like to volunteer?"
          maxLength={VOLUNTEER_LIMITS.motivation}
          error={errors.motivation}
          onBlur={() => validateField('motivation')}
        />
        {isOwnFormService(services.site.volunteerFormUrl) && <AgeFields values={values} />}
      </Fragment>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="volunteer-topic">Leave this field empty</label>
        <input id="volunteer-topic" name={VOLUNTEER_HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <Consent />
      <Button type="submit" wide busy={isPending}>
        {VOLUNTEER.submit}
      </Button>
    </form>
  );
};
