import type { Event } from '@site/shared/contracts/event';
import { excerpt } from '@site/shared/domain/excerpt';
import type { RichTextNode } from '@site/shared/domain/rich-text';
import { plainText } from '@site/shared/domain/rich-text';
import { isMarkup } from '@site/shared/domain/strip-markup';
import type { HostServices } from '@site/shared/remote/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { eventImage, eventPath } from '../event-card-view.ts';
import { formatHours, startMoment } from '../event-time.ts';
import { getPublishedEvent } from '../events-api.ts';
import { nextPassing } from '../next-passing.ts';
import { plainParagraphs } from './plain-paragraphs.ts';

/** As long as search engines and messengers show. */
const SUMMARY_CHARACTERS = 200;

export interface EventView {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly description: readonly RichTextNode[];
  readonly image: string;
  readonly imageAlt: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly date: string | null;
  /** ISO day or moment at which it begins. */
  readonly start: string | null;
  readonly hours: string;
  readonly location: string;
  readonly registrationLink: string;
  readonly isUpcoming: boolean;
  /** When it passes, in milliseconds; null once it has. */
  readonly passesAt: number | null;
}

export type EventDetailData = { readonly state: 'loaded'; readonly event: EventView } | { readonly state: 'failed' } | { readonly state: 'missing' };

/** A description is HTML from the editor, or plain text from a server that knows no better. */
const readDescription = async (description: string, siteUrl: string): Promise<readonly RichTextNode[]> => {
  if (!isMarkup(description)) return plainParagraphs(description);
  const { parseRichText } = await import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-rich-text');
  return parseRichText(description, siteUrl);
};

export const eventView = (event: Event, description: readonly RichTextNode[]): EventView => ({
  path: eventPath(event),
  title: event.title,
  summary: excerpt(plainText(description), SUMMARY_CHARACTERS),
  description,
  image: eventImage(event),
  imageAlt: event.featuredImageAlt,
  category: event.category,
  tags: event.tags,
  date: event.date,
  start: startMoment(event.date, event.time),
  hours: formatHours(event.time, event.endTime),
  location: event.location,
  // What has taken place takes no one any more.
  registrationLink: event.isUpcoming ? event.registrationLink : '',
  isUpcoming: event.isUpcoming ?? false,
  passesAt: nextPassing([event], Date.now()),
});

export const eventDetailLoader =
  (services: HostServices) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const answer = await getPublishedEvent(services, params.id ?? '', request.signal);
    if (!answer.ok && answer.error.kind === 'not-found') return data<EventDetailData>({ state: 'missing' }, { status: 404 });
    if (!answer.ok) return data<EventDetailData>({ state: 'failed' }, { status: 503 });
    const description = await readDescription(answer.value.description, services.site.siteUrl);
    return data<EventDetailData>({ state: 'loaded', event: eventView(answer.value, description) });
  };
