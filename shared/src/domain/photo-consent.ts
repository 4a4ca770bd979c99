import * as v from 'valibot';
import type { FieldErrors } from './content-kind.ts';
import { dayField, flagField, trimmed } from './form-fields.ts';

/** Consent to the publication of a photo. The staff area asks for consent wherever a user chooses an image. Other clients need not send it. */
export interface PhotoConsent {
  /** Whether people under 18 are recognisable in the photo; null if not recorded. */
  readonly showsMinors: boolean | null;
  /** People who agreed; for people under 18, their parents or guardians. '' if not recorded. */
  readonly consentBy: string;
  /** Day on which they agreed, YYYY-MM-DD; '' if not recorded. */
  readonly consentOn: string;
}

export const NO_CONSENT: PhotoConsent = { showsMinors: null, consentBy: '', consentOn: '' };

export const photoConsentEntries = {
  showsMinors: v.optional(flagField),
  consentBy: v.optional(trimmed(200)),
  consentOn: v.optional(dayField),
};

const CONSENT_MISSING = 'Enter who gave consent for the people under 18';
const DATE_MISSING = 'Enter the date of consent';
const DATE_IN_FUTURE = 'Enter a date that is not in the future';

/** Checks the consent that is required before an image is public. `today`: YYYY-MM-DD. */
export const checkPhotoConsent = ({ showsMinors, consentBy, consentOn }: PhotoConsent, today: string): FieldErrors => {
  if (showsMinors !== true) return {};
  return {
    ...(consentBy.trim() === '' ? { consentBy: CONSENT_MISSING } : {}),
    ...(consentOn === '' ? { consentOn: DATE_MISSING } : {}),
    ...(consentOn > today ? { consentOn: DATE_IN_FUTURE } : {}),
  };
};
