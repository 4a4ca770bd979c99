/** Titles and tagline are specified; the rest is sample copy. */
export const VOLUNTEER = {
  title: 'Volunteer with Us',
  tagline: 'Make a difference in young lives',
  intro: 'Our volunteers teach, mentor, cook, film and listen. You need two free Saturdays a month and a good ear; we train you for the rest.',
  steps: [
    { title: 'Tell us about you', text: 'Five minutes with this form.' },
    {
      title: 'Meet a hub',
      text: 'A coordinator near you answers within a week.',
    },
    {
      title: 'Train and start',
      text: 'Two Saturdays of training, then you choose your place.',
    },
  ],
  formTitle: 'Join Our Volunteer Team',
  submit: 'Send application',
  success: 'Thank you for your application! We will get back to you soon.',
  failure: 'There was an error submitting your application. Please try again.',
} as const;

/** Error messages of phone numbers (VOL-08, NS-05). */
export const PHONE_MESSAGES = {
  NOT_A_NUMBER: 'Enter a phone number, like 0803 123 4567',
  INVALID_COUNTRY: 'Choose a country code we recognise',
  TOO_SHORT: 'This phone number is too short',
  TOO_LONG: 'This phone number is too long',
} as const;

/** Numbers without a country code belong to this country (VOL-06). */
export const DEFAULT_PHONE_COUNTRY = 'NG';
export const PHONE_INPUT_LIMIT_CHARACTERS = 250;
