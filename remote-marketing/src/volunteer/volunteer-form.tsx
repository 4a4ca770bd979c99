import { QUALIFICATIONS, VOLUNTEER_HONEYPOT, VOLUNTEER_LIMITS } from '@site/shared/contracts/application';
import { VOLUNTEER_TOAST_MS } from '@site/shared/domain/constants';
import type { HostServices } from '@site/shared/remote/host-services';
import { useActionData } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary, type FormError } from '@site/shared/ui/error-summary';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import { type FormEvent, Fragment, useRef, useState } from 'react';
import { useHydrated } from '../carousel/use-hydrated.ts';
import { PhoneField } from './phone-field.tsx';
import { usePointerRelease } from './use-pointer-release.ts';
import { type Answers, FIELDS, type FieldErrors, type FieldName, validateForm } from './validate-form.ts';
import type { VolunteerOutcome } from './volunteer-action.ts';
import { sendApplication } from './volunteer-api.ts';
import { VOLUNTEER } from './volunteer-content.ts';
import styles from './volunteer-form.module.css';

const OPTIONS = QUALIFICATIONS.map((value) => ({ value, label: value }));

const toSummary = (errors: FieldErrors): readonly FormError[] =>
  FIELDS.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ field, message }];
  });

/** How it went with a form that was posted without script, where a toast would say it. */
const PostedOutcome = ({ outcome }: { readonly outcome: VolunteerOutcome | undefined }) => {
  if (outcome?.state === 'sent')
    return (
      <p className={styles.sent} role="status">
        {VOLUNTEER.success}
      </p>
    );
  return outcome?.state === 'failed' ? (
    <p className={styles.failed} role="alert">
      {VOLUNTEER.failure}
    </p>
  ) : null;
};

/** The controls keep their own values, so that what was typed before the page came alive stays. Without script the form posts to this page's own path. */
export const VolunteerForm = ({ services }: { readonly services: HostServices }) => {
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  const pointerReleased = usePointerRelease(element);
  const outcome = useActionData<VolunteerOutcome>();
  const [errors, setErrors] = useState<FieldErrors>(outcome?.state === 'invalid' ? outcome.errors : {});
  const [summary, setSummary] = useState<readonly FormError[]>(toSummary(errors));
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  /** Another number is another form, empty from the start: what came back from the server belongs to the first. */
  const [round, setRound] = useState(0);
  const kept: Partial<Answers> = round > 0 || outcome === undefined || outcome.state === 'sent' ? {} : outcome.answers;

  /** Errors show once a field was left (and all of them after a try to send). */
  const check = async (name: FieldName) => {
    await pointerReleased();
    if (!element.current) return;
    const validation = await validateForm(new FormData(element.current));
    const message = validation.ok ? undefined : validation.errors[name];
    setErrors(({ [name]: _, ...others }) => (message === undefined ? others : { ...others, [name]: message }));
  };

  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const validation = await validateForm(data);
    const found = validation.ok ? {} : validation.errors;
    setErrors(found);
    setSummary(toSummary(found));
    setAttempt((count) => count + 1);
    if (!validation.ok) return;
    // Programs that fill in what nobody sees are thanked and not heard.
    const isRobot = data.get(VOLUNTEER_HONEYPOT) !== '';
    const isSent = isRobot || (await sendApplication(services.site.volunteerFormUrl, validation.form));
    if (!isSent) {
      services.notify.error(VOLUNTEER.failure, { durationMs: VOLUNTEER_TOAST_MS });
      return;
    }
    setRound((count) => count + 1);
    services.notify.success(VOLUNTEER.success, { durationMs: VOLUNTEER_TOAST_MS });
    services.celebrate();
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    send(event.currentTarget).finally(() => setSending(false));
  };

  return (
    <form
      ref={element}
      className={styles.form}
      method="post"
      // The fragment brings the outcome into view.
      action="/volunteer#volunteer-form"
      noValidate={isHydrated}
      aria-labelledby="volunteer-form"
      onSubmit={onSubmit}
      data-ground="surface"
    >
      <h2 id="volunteer-form" className={styles.title}>
        {VOLUNTEER.formTitle}
      </h2>
      {attempt === 0 && <PostedOutcome outcome={outcome} />}
      <ErrorSummary errors={summary} attempt={attempt} />
      <Fragment key={round}>
        <TextField
          label="Name"
          name="name"
          defaultValue={kept.name}
          autoComplete="name"
          maxLength={VOLUNTEER_LIMITS.name}
          error={errors.name}
          onBlur={() => check('name')}
        />
        <TextField
          label="Email"
          name="email"
          defaultValue={kept.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          hint="We only use it to answer you."
          error={errors.email}
          onBlur={() => check('email')}
        />
        <PhoneField initialText={kept.phone} error={errors.phone} onBlur={() => check('phone')} />
        <SelectField
          label="Qualification"
          name="qualification"
          defaultValue={kept.qualification}
          options={OPTIONS}
          emptyLabel="Select Qualification"
          error={errors.qualification}
          onBlur={() => check('qualification')}
        />
        <TextField
          label="Location"
          name="location"
          defaultValue={kept.location}
          autoComplete="address-level2"
          maxLength={VOLUNTEER_LIMITS.location}
          error={errors.location}
          onBlur={() => check('location')}
        />
        <TextField
          label="Skills"
          name="skills"
          defaultValue={kept.skills}
          optional
          hint="Teaching, design, driving, cooking: all of it helps."
          maxLength={VOLUNTEER_LIMITS.skills}
          error={errors.skills}
          onBlur={() => check('skills')}
        />
        <TextField
          label="Interests"
          name="interests"
          defaultValue={kept.interests}
          optional
          maxLength={VOLUNTEER_LIMITS.interests}
          error={errors.interests}
          onBlur={() => check('interests')}
        />
        <TextAreaField
          label="Motivation"
          name="motivation"
          defaultValue={kept.motivation}
          hint="Why would you like to volunteer?"
          maxLength={VOLUNTEER_LIMITS.motivation}
          error={errors.motivation}
          onBlur={() => check('motivation')}
        />
      </Fragment>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="volunteer-topic">Leave this field empty</label>
        <input id="volunteer-topic" name={VOLUNTEER_HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <Button type="submit" wide busy={isSending}>
        {VOLUNTEER.submit}
      </Button>
    </form>
  );
};
