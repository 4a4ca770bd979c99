import type { Event } from '@site/shared/contracts/event';
import { EVENT_EXCERPT_CHARACTERS } from '@site/shared/domain/constants';
import { excerpt } from '@site/shared/domain/excerpt';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { formatHours } from './event-time.ts';

/** What a card shows of an event. */
export interface EventCardView {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly imageAlt: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly date: string | null;
  readonly hours: string;
  readonly location: string;
  /** '' on past events, which take no one any more (EVT-06). */
  readonly registrationLink: string;
}

export const eventPath = ({ _id }: Pick<Event, '_id'>): string => `/events/${encodeURIComponent(_id)}`;

/** Either field may hold the image, in either list (EVT-10). */
export const eventImage = (event: Event): string => (event.isUpcoming ? event.featuredImage || event.image : event.image || event.featuredImage);

export const eventCardView = (event: Event): EventCardView => ({
  path: eventPath(event),
  title: event.title,
  description: excerpt(stripMarkup(event.description), EVENT_EXCERPT_CHARACTERS),
  image: eventImage(event),
  imageAlt: event.featuredImageAlt,
  category: event.category,
  tags: event.tags,
  date: event.date,
  hours: formatHours(event.time, event.endTime),
  location: event.location,
  registrationLink: event.isUpcoming ? event.registrationLink : '',
});
