/** @jest-environment node */
import * as v from 'valibot';
import { checkPhotoConsent, NO_CONSENT, photoConsentEntries } from './photo-consent.ts';

const TODAY = '2026-11-30';
const given = { showsMinors: true, consentBy: 'Their parents', consentOn: '2026-11-20' };
const DAY_MISSING = 'Enter the date of consent';

describe('the fields of a consent', () => {
  const parse = (values: object) => v.safeParse(v.object(photoConsentEntries), values);

  it('may be absent, and are parsed', () => {
    expect(parse({}).output).toEqual({});
    expect(parse({ showsMinors: 'true', consentBy: ' Ada ', consentOn: ' 2026-11-30 ' }).output).toEqual({
      showsMinors: true,
      consentBy: 'Ada',
      consentOn: '2026-11-30',
    });
  });

  it.each([
    [{ showsMinors: 'yes' }, 'must be true or false'],
    [{ consentBy: 'a'.repeat(201) }, 'Use 200 characters or fewer'],
    [{ consentOn: 'today' }, 'Enter a date'],
  ])('reject %j', (values, message) => {
    expect(parse(values).issues?.map((issue) => issue.message)).toEqual([message]);
  });

  it('are empty until someone is asked for consent', () => {
    expect(NO_CONSENT).toEqual({ showsMinors: null, consentBy: '', consentOn: '' });
  });
});

describe('checkPhotoConsent', () => {
  it.each([
    ['a photo without people under 18', { ...NO_CONSENT, showsMinors: false }, {}],
    ['a photo without recorded consent', NO_CONSENT, {}],
    ['consent with name and day', given, {}],
    ['consent of today', { ...given, consentOn: TODAY }, {}],
    ['no name', { ...given, consentBy: ' ' }, { consentBy: 'Enter who gave consent for the people under 18' }],
    ['no day', { ...given, consentOn: '' }, { consentOn: DAY_MISSING }],
    ['a day in the future', { ...given, consentOn: '2026-12-01' }, { consentOn: 'Enter a date that is not in the future' }],
    ['neither', { ...NO_CONSENT, showsMinors: true }, { consentBy: 'Enter who gave consent for the people under 18', consentOn: DAY_MISSING }],
  ])('checks %s', (_, consent, errors) => {
    expect(checkPhotoConsent(consent, TODAY)).toEqual(errors);
  });
});
