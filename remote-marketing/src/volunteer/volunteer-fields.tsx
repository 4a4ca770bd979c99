import { AGE_BANDS, type AgeBand, GUARDIAN_LIMIT, QUALIFICATIONS, VOLUNTEER_LIMITS } from '@site/shared/contracts/application';
import { SelectField, TextAreaField, TextField } from '@site/shared/ui/field';
import { PhoneField } from '../visitor-form/phone-field.tsx';
import type { FormFields } from '../visitor-form/visitor-form.tsx';
import type { VOLUNTEER_FORM } from './volunteer-definition.ts';
import styles from './volunteer-fields.module.css';

const OPTIONS = QUALIFICATIONS.map((value) => ({ value, label: value }));

const AGE_LABELS: Readonly<Record<AgeBand, string>> = { 'under-18': 'Under 18', '18-24': '18 to 24', '25-or-older': '25 or older' };
const AGE_OPTIONS = AGE_BANDS.map((value) => ({ value, label: AGE_LABELS[value] }));

type Fields = FormFields<(typeof VOLUNTEER_FORM.fields)[number]>;

/** Questions that only our own form service receives. CSS shows the guardian's field while "Under 18" is selected, even without JavaScript. */
const AgeFields = ({ getField }: Pick<Fields, 'getField'>) => (
  <div className={styles.age}>
    <SelectField
      {...getField('ageBand')}
      label="Age"
      optional
      options={AGE_OPTIONS}
      emptyLabel="Prefer not to say"
      hint="We ask so that we can protect you if you are under 18."
    />
    <div className={styles.guardian}>
      <TextField
        {...getField('guardianContact')}
        label="Parent or guardian"
        optional
        autoComplete="off"
        maxLength={GUARDIAN_LIMIT}
        hint="Give a name, and a phone number or email address. We will contact this person before you start."
      />
    </div>
  </div>
);

export const VolunteerFields = ({ isOwn, getField }: Fields) => {
  const phone = getField('phone');
  return (
    <>
      <TextField {...getField('name')} label="Name" autoComplete="name" maxLength={VOLUNTEER_LIMITS.name} />
      <TextField
        {...getField('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        hint="We only use your email address to reply to you."
      />
      <PhoneField initialText={phone.defaultValue} error={phone.error} onBlur={phone.onBlur} optional />
      <SelectField {...getField('qualification')} label="Qualification" options={OPTIONS} emptyLabel="Select Qualification" />
      <TextField {...getField('location')} label="Location" autoComplete="address-level2" maxLength={VOLUNTEER_LIMITS.location} />
      <TextField {...getField('skills')} label="Skills" optional hint="Teaching, design, driving, cooking: it all helps." maxLength={VOLUNTEER_LIMITS.skills} />
      <TextField {...getField('interests')} label="Interests" optional maxLength={VOLUNTEER_LIMITS.interests} />
      <TextAreaField {...getField('motivation')} label="Motivation" hint="Why would you like to volunteer?" maxLength={VOLUNTEER_LIMITS.motivation} />
      {isOwn && <AgeFields getField={getField} />}
    </>
  );
};
