import { SCHOOL_VISIT_LIMITS } from '@site/shared/contracts/application';
import { TextAreaField, TextField } from '@site/shared/ui/field';
import { PhoneField } from '../visitor-form/phone-field.tsx';
import type { FormFields } from '../visitor-form/visitor-form.tsx';
import type { SCHOOL_VISIT_FORM } from './school-visit-definition.ts';

export const SchoolVisitFields = ({ getField }: FormFields<(typeof SCHOOL_VISIT_FORM.fields)[number]>) => {
  const phone = getField('phone');
  return (
    <>
      <TextField {...getField('school')} label="School" autoComplete="organization" maxLength={SCHOOL_VISIT_LIMITS.school} />
      <TextField {...getField('location')} label="Town and state" autoComplete="address-level2" maxLength={SCHOOL_VISIT_LIMITS.location} />
      <TextField {...getField('name')} label="Your name" autoComplete="name" maxLength={SCHOOL_VISIT_LIMITS.name} />
      <TextField
        {...getField('role')}
        label="Your role"
        autoComplete="organization-title"
        hint="For example: head teacher, counsellor, parent."
        maxLength={SCHOOL_VISIT_LIMITS.role}
      />
      <TextField
        {...getField('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        hint="Give an email address, a phone number or both."
      />
      <PhoneField initialText={phone.defaultValue} error={phone.error} onBlur={phone.onBlur} />
      <TextField {...getField('pupils')} label="Pupils" hint="How many, and how old? For example: 80, aged 12 to 14." maxLength={SCHOOL_VISIT_LIMITS.pupils} />
      <TextField {...getField('weeks')} label="Preferred weeks" hint="For example: the last two weeks of January." maxLength={SCHOOL_VISIT_LIMITS.weeks} />
      <TextAreaField
        {...getField('message')}
        label="Message"
        optional
        hint="Is there anything that we should know? Please do not name pupils."
        maxLength={SCHOOL_VISIT_LIMITS.message}
      />
    </>
  );
};
