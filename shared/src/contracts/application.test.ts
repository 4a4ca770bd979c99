import * as v from 'valibot';
import { applicationFormSchema, schoolVisitFormSchema } from './application.ts';

const VISIT = {
  school: 'Unity Secondary School',
  location: 'Osogbo, Osun State',
  name: 'Bisi Ade',
  role: 'Head teacher',
  email: 'bisi@school.example',
  phone: '',
  pupils: '80, aged 12 to 14',
  weeks: 'The last two weeks of January',
  message: '',
};
const getMessages = (form: object) => {
  const parsed = v.safeParse(schoolVisitFormSchema, { ...VISIT, ...form });
  return parsed.success ? {} : v.flatten<typeof schoolVisitFormSchema>(parsed.issues).nested;
};

describe('a school visit', () => {
  it.each([{}, { email: '', phone: '+2348031234567' }, { phone: '+2348031234567' }])(
    'is complete with an email address, a phone number or both: %j',
    (form) => {
      expect(getMessages(form)).toEqual({});
    },
  );

  it('reports all missing fields at once, and gives email and phone one message', () => {
    const emptyForm = Object.fromEntries(Object.keys(VISIT).map((name) => [name, '']));
    expect(getMessages(emptyForm)).toEqual({
      school: ['Enter the name of your school'],
      location: ['Enter the town and state'],
      name: ['Enter your name'],
      role: ['Enter your role at the school'],
      email: ['Enter an email address or a phone number'],
      pupils: ['Enter how many pupils, and their ages'],
      weeks: ['Enter the weeks that suit you'],
    });
    expect(getMessages({ email: 'bisi@school' })).toEqual({ email: ['Enter an email address like name@example.com'] });
  });

  it('uses the service of the volunteer form, which treats a form without a kind as a volunteer’s', () => {
    expect(v.parse(applicationFormSchema, { ...VISIT, kind: 'school-visit' })).toEqual({ ...VISIT, kind: 'school-visit', consentVersion: '', topic: '' });
    const volunteer = { name: 'Sade', email: 's@example.com', qualification: 'BSc', location: 'Lagos', motivation: 'I was helped.' };
    expect(v.parse(applicationFormSchema, volunteer)).toMatchObject({ ...volunteer, kind: 'volunteer', phone: '', ageBand: '' });
    expect(v.is(applicationFormSchema, { ...VISIT, kind: 'school-visit', email: '' })).toBe(false);
    expect(v.is(applicationFormSchema, VISIT)).toBe(false);
  });
});
