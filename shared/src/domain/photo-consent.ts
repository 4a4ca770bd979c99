import * as v from 'valibot';
import type { FieldErrors } from './content-kind.ts';
import { dayField, flagField, trimmed } from './form-fields.ts';

/** Who agreed to the publication of a photo. Asked wherever staff choose an image; other clients need not send it. */
export interface PhotoConsent {
  /** Whether people under 18 can be recognised in it; null when nobody was asked. */
  readonly showsMinors: boolean | null;
  /** For people under 18 their parents or guardians; '' for nobody. */
  readonly consentBy: string;
  /** The day on which they agreed, YYYY-MM-DD, or ''. */
  readonly consentOn: string;
}

export const NO_CONSENT: PhotoConsent = { showsMinors: null, consentBy: '', consentOn: '' };

/** The form fields that go with every image. */
export const photoConsentEntries = {
  showsMinors: v.optional(flagField),
  consentBy: v.optional(trimmed(200)),
  consentOn: v.optional(dayField),
};

const CONSENT_MISSING = 'Enter who has agreed for the people under 18';
const DAY_MISSING = 'Enter the day on which they agreed';
const DAY_IN_FUTURE = 'Enter a day that is not in the future';

/** The rule before an image is shown on the site. `today`: YYYY-MM-DD. */
export const checkPhotoConsent = ({ showsMinors, consentBy, consentOn }: PhotoConsent, today: string): FieldErrors => {
  if (showsMinors !== true) return {};
  return {
    ...(consentBy.trim() === '' ? { consentBy: CONSENT_MISSING } : {}),
    ...(consentOn === '' ? { consentOn: DAY_MISSING } : {}),
    ...(consentOn > today ? { consentOn: DAY_IN_FUTURE } : {}),
  };
};
