import type { Event } from '@site/shared/contracts/event';
import { eventFixture as publishedEvent } from '@site/shared/testing/event-fixture';

/** Creates the draft of a future event. */
export const eventFixture = (changes: Partial<Event> = {}): Event =>
  publishedEvent({
    _id: 'e1',
    description: 'Music and spoken word.',
    date: '2026-12-12',
    endTime: '',
    location: 'Yaba, Lagos',
    category: 'Arts',
    featuredImage: '',
    featuredImageAlt: '',
    tags: ['music', 'stage'],
    registrationLink: '',
    status: 'draft',
    updatedAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  });
