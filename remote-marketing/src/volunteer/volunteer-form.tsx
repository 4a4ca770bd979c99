import { VOLUNTEER_TOAST_MS } from '@site/shared/constants';
import { QUALIFICATIONS, VOLUNTEER_HONEYPOT, VOLUNTEER_LIMITS } from '@site/shared/contracts/volunteer';
import type { HostServices } from '@site/shared/host-services';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary, type FormError } from '@site/shared/ui/error-summary';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import { type FormEvent, useRef, useState } from 'react';
import { useHydrated } from '../carousel/use-hydrated.ts';
import { PhoneField } from './phone-field.tsx';
import { usePointerRelease } from './use-pointer-release.ts';
import { FIELDS, type FieldErrors, type FieldName, validateForm } from './validate-form.ts';
import { sendApplication } from './volunteer-api.ts';
import { VOLUNTEER } from './volunteer-content.ts';
import styles from './volunteer-form.module.css';

const OPTIONS = QUALIFICATIONS.map((value) => ({ value, label: value }));

const toSummary = (errors: FieldErrors): readonly FormError[] =>
  FIELDS.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ field, message }];
  });

/** The controls keep their own values, so that what was typed before the page came alive stays. Without script the form posts to this page's own path. */
export const VolunteerForm = ({ services }: { readonly services: HostServices }) => {
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  const pointerReleased = usePointerRelease(element);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [summary, setSummary] = useState<readonly FormError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  /** Another number is another form: the phone input keeps its value to itself. */
  const [round, setRound] = useState(0);

  /** Errors show once a field was left (and all of them after a try to send). */
  const check = async (name: FieldName) => {
    await pointerReleased();
    if (!element.current) return;
    const validation = await validateForm(element.current);
    const message = validation.ok ? undefined : validation.errors[name];
    setErrors(({ [name]: _, ...others }) => (message === undefined ? others : { ...others, [name]: message }));
  };

  const send = async (form: HTMLFormElement) => {
    const validation = await validateForm(form);
    const found = validation.ok ? {} : validation.errors;
    setErrors(found);
    setSummary(toSummary(found));
    setAttempt((count) => count + 1);
    if (!validation.ok) return;
    // Programs that fill in what nobody sees are thanked and not heard.
    const isRobot = new FormData(form).get(VOLUNTEER_HONEYPOT) !== '';
    const isSent = isRobot || (await sendApplication(services.site.volunteerFormUrl, validation.form));
    if (!isSent) {
      services.notify.error(VOLUNTEER.failure, { durationMs: VOLUNTEER_TOAST_MS });
      return;
    }
    form.reset();
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
      action="/volunteer"
      noValidate={isHydrated}
      aria-labelledby="volunteer-form"
      onSubmit={onSubmit}
      data-ground="surface"
    >
      <h2 id="volunteer-form" className={styles.title}>
        {VOLUNTEER.formTitle}
      </h2>
      <ErrorSummary errors={summary} attempt={attempt} />
      <TextField label="Name" name="name" autoComplete="name" maxLength={VOLUNTEER_LIMITS.name} error={errors.name} onBlur={() => check('name')} />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        hint="We only use it to answer you."
        error={errors.email}
        onBlur={() => check('email')}
      />
      <PhoneField key={round} error={errors.phone} onBlur={() => check('phone')} />
      <SelectField
        label="Qualification"
        name="qualification"
        options={OPTIONS}
        emptyLabel="Select Qualification"
        error={errors.qualification}
        onBlur={() => check('qualification')}
      />
      <TextField
        label="Location"
        name="location"
        autoComplete="address-level2"
        maxLength={VOLUNTEER_LIMITS.location}
        error={errors.location}
        onBlur={() => check('location')}
      />
      <TextField
        label="Skills"
        name="skills"
        optional
        hint="Teaching, design, driving, cooking: all of it helps."
        maxLength={VOLUNTEER_LIMITS.skills}
        error={errors.skills}
        onBlur={() => check('skills')}
      />
      <TextField
        label="Interests"
        name="interests"
        optional
        maxLength={VOLUNTEER_LIMITS.interests}
        error={errors.interests}
        onBlur={() => check('interests')}
      />
      <TextAreaField
        label="Motivation"
        name="motivation"
        hint="Why would you like to volunteer?"
        maxLength={VOLUNTEER_LIMITS.motivation}
        error={errors.motivation}
        onBlur={() => check('motivation')}
      />
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
