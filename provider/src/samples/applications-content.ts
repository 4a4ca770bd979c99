/** Two sample applications; nobody of these names has written to us. */
export const SAMPLE_APPLICATIONS = [
  {
    name: 'Ṣadé Ọlátúnjí',
    email: 'sade@example.com',
    phone: '+2348031234567',
    qualification: 'BSc',
    location: 'Surulere, Lagos',
    skills: 'First aid, Yorùbá, video editing',
    interests: 'School visits, Xpression',
    motivation: 'A teacher once asked me the right question at the right time. I would like to be that person for somebody else.',
    daysAgo: 2,
  },
  {
    name: 'Emeka Obi',
    email: 'emeka@example.com',
    phone: '',
    qualification: 'HND',
    location: 'Port Harcourt',
    skills: 'Sound engineering',
    interests: '',
    motivation: 'You need someone for the sound, and I have a van, two speakers and my Saturdays.',
    daysAgo: 5,
  },
] as const;
