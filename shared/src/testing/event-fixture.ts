import type { Event } from '../contracts/event.ts';

/** Published, upcoming event; tests change only the fields that matter to them. */
export const eventFixture = (changes: Partial<Event> = {}): Event => ({
  _id: 'event-1',
  title: 'Xpression Night',
  description: '<p>Three minutes, one microphone.</p>',
  date: '2026-11-21',
  time: '4:00 PM',
  endTime: '8:00 PM',
  location: 'Yaba College Hub, Lagos',
  category: 'Xpression',
  featuredImage: '/img/upload/xpression.webp',
  image: '',
  featuredImageAlt: 'A poet at a microphone',
  tags: ['music', 'Yaba'],
  endDate: null,
  eventStatus: 'scheduled',
  attendanceMode: null,
  agenda: '',
  audience: '',
  speakers: '',
  registrationLink: 'https://tickets.example/xpression',
  isUpcoming: true,
  status: 'published',
  updatedAt: '2026-11-01T09:00:00.000Z',
  isSample: false,
  ...changes,
});
