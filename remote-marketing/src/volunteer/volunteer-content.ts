import type { HostServices } from '@site/shared/remote/host-services';
import volunteers from '../artwork/volunteers.svg';

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
  image: volunteers,
  imageAlt: 'Illustration: three raised hands in patterned sleeves',
  questions: 'Rather ask first? Write to',
  formTitle: 'Join Our Volunteer Team',
  submit: 'Send application',
  success: 'Thank you for your application! We will get back to you soon.',
  failure: 'There was an error submitting your application. Please try again.',
  nextTitle: 'What happens next',
  kept: 'What you have entered stays on this device for seven days.',
  queued:
    'There is no connection yet. Your application is kept on this device and sent when the connection is back, while this site is open or at your next visit.',
  notQueued: 'You seem to be offline. This form goes to another service, so it is not sent by itself: press the button again when you are online.',
  clear: 'Clear the form',
} as const;

const TOAST_MS = 5000;

/** VOL-11: only when the application has been delivered. */
export const announceSuccess = (services: Pick<HostServices, 'notify' | 'celebrate'>): void => {
  services.notify.success(VOLUNTEER.success, { durationMs: TOAST_MS });
  services.celebrate();
};

/** VOL-12. */
export const announceFailure = ({ notify }: Pick<HostServices, 'notify'>): void => notify.error(VOLUNTEER.failure, { durationMs: TOAST_MS });

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
