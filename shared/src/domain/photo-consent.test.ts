/** @jest-environment node */
import { checkPhotoConsent, NO_CONSENT } from './photo-consent.ts';

const TODAY = '2026-11-30';
const given = { showsMinors: true, consentBy: 'Their parents', consentOn: '2026-11-20' };
const DAY_MISSING = 'Enter the day on which they agreed';

describe('checkPhotoConsent', () => {
  it.each([
    ['a photo without people under 18', { ...NO_CONSENT, showsMinors: false }, {}],
    ['a photo of which nobody was asked', NO_CONSENT, {}],
    ['consent with name and day', given, {}],
    ['consent of today', { ...given, consentOn: TODAY }, {}],
    ['no name', { ...given, consentBy: ' ' }, { consentBy: 'Enter who has agreed for the people under 18' }],
    ['no day', { ...given, consentOn: '' }, { consentOn: DAY_MISSING }],
    ['a day in the future', { ...given, consentOn: '2026-12-01' }, { consentOn: 'Enter a day that is not in the future' }],
    ['neither', { ...NO_CONSENT, showsMinors: true }, { consentBy: 'Enter who has agreed for the people under 18', consentOn: DAY_MISSING }],
  ])('checks %s', (_, consent, errors) => {
    expect(checkPhotoConsent(consent, TODAY)).toEqual(errors);
  });
});
