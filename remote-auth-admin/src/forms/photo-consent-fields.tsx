import type { FieldErrors } from '@site/shared/domain/content-kind';
import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import { CheckboxField, fieldId, TextField } from '@site/shared/ui/field';
import type { Ref } from 'react';

export const MINORS_LABEL = 'Shows recognisable people under 18';

interface ConsentFieldsProps {
  readonly value: PhotoConsent;
  readonly errors: FieldErrors;
  readonly onChange: (value: PhotoConsent) => void;
  /** Distinguishes the field ids on a screen that shows the fields twice. */
  readonly scope?: string;
  /** Ref of the first field. */
  readonly ref?: Ref<HTMLInputElement>;
}

/** Fields for who gave consent, and when. */
export const ConsentFields = ({ value, errors, onChange, scope = '', ref }: ConsentFieldsProps) => (
  <>
    <TextField
      ref={ref}
      label="Who gave consent"
      name="consentBy"
      id={fieldId(`${scope}consentBy`)}
      maxLength={200}
      hint="Written consent is needed from the parents or guardians of everyone under 18"
      value={value.consentBy}
      error={errors.consentBy}
      onChange={({ target }) => onChange({ ...value, consentBy: target.value })}
    />
    <TextField
      label="Date of consent"
      name="consentOn"
      id={fieldId(`${scope}consentOn`)}
      type="date"
      value={value.consentOn}
      error={errors.consentOn}
      onChange={({ target }) => onChange({ ...value, consentOn: target.value })}
    />
  </>
);

/** Asks whether the image shows people under 18, because such an image must not be published without consent. */
export const PhotoConsentFields = (props: Omit<ConsentFieldsProps, 'ref'>) => {
  const { value, onChange, scope = '' } = props;
  return (
    <>
      <CheckboxField
        label={MINORS_LABEL}
        name="showsMinors"
        id={fieldId(`${scope}showsMinors`)}
        value="true"
        checked={value.showsMinors === true}
        onChange={({ target }) => onChange({ ...value, showsMinors: target.checked })}
      />
      {value.showsMinors === true && <ConsentFields {...props} />}
    </>
  );
};
