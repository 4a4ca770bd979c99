import schoolProgram from '../artwork/school-program.svg';

export const SCHOOL_VISIT = {
  title: 'Book a School Visit',
  tagline: 'Facts, games and honest answers for your pupils',
  intro:
    'Two mentors visit your secondary school and come back a month later. The visit is free, and we bring the workbooks. We need a hall, one 80-minute lesson, and an hour with your staff.',
  more: { label: 'What happens in the lesson', to: '/programs/school-program' },
  steps: [
    { title: 'Tell us about your school', text: 'Five minutes with this form.' },
    { title: 'Agree on a day', text: 'A coordinator near you will reply within a week.' },
    { title: 'Meet the teachers', text: 'We spend an hour with your staff before we meet the pupils.' },
  ],
  image: schoolProgram,
  imageAlt: 'Illustration: two pupils in front of a board with a sun',
  formTitle: 'Tell Us About Your School',
  submit: 'Send request',
  success: 'Thank you for your request! We will get back to you soon.',
  failure: 'There was an error sending your request. Please try again.',
  queued: 'You are offline. Your request is saved on this device and will be sent when you are back online, while this site is open or on your next visit.',
} as const;
