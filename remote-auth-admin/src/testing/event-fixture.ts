import type { Event } from '@site/shared/contracts/event';

/** The draft of an event in the future. */
export const eventFixture = (changes: Partial<Event> = {}): Event => ({
  _id: 'e1',
  title: 'Xpression Night',
  description: 'Music and spoken word.',
  date: '2026-12-12',
  time: '4:00 PM',
  endTime: '',
  location: 'Yaba, Lagos',
  category: 'Arts',
  featuredImage: '',
  image: '',
  featuredImageAlt: '',
  tags: ['music', 'stage'],
  endDate: null,
  eventStatus: 'scheduled',
  attendanceMode: null,
  agenda: '',
  audience: '',
  speakers: '',
  registrationLink: '',
  isUpcoming: true,
  status: 'draft',
  updatedAt: '2026-11-20T09:00:00.000Z',
  isSample: false,
  ...changes,
});
