import volunteers from '../artwork/volunteers.svg';

/** Texts of the page. The requirements prescribe the titles and the tagline; the other texts are samples. */
export const VOLUNTEER = {
  title: 'Volunteer with Us',
  tagline: 'Make a difference in young lives',
  intro:
    'Our volunteers teach, mentor, cook, film and listen. You need two free Saturdays a month and a listening ear; we train you for the rest, and ask for two references. From 16 you can cook, film and help at events, if a parent or guardian agrees. Mentors are 18 or older, and do not have to have used drugs themselves. Volunteers are not paid; training, with lunch and transport, is free. People of every faith and none are welcome.',
  steps: [
    { title: 'Tell us about yourself', text: 'This form takes five minutes.' },
    {
      title: 'Meet a hub',
      text: 'A coordinator will reply within a week.',
    },
    {
      title: 'Train and start',
      text: 'Two Saturdays of training, then you choose your role.',
    },
  ],
  image: volunteers,
  imageAlt: 'Illustration: three raised hands in patterned sleeves',
  formTitle: 'Join Our Volunteer Team',
  submit: 'Send application',
  success: 'Thank you for your application! We will get back to you soon.',
  failure: 'There was an error submitting your application. Please try again.',
  queued: 'You are offline. Your application is saved on this device. It will be sent once you are back online with this site open, or on your next visit.',
} as const;
