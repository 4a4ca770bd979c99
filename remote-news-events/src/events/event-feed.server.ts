import type { ApiError } from '@site/shared/contracts/api-error';
import type { Event } from '@site/shared/contracts/event';
import type { SiteConfig } from '@site/shared/contracts/site';
import { formatShortDate } from '@site/shared/domain/dates';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { FeedFormat } from '../feeds/feed-formats.ts';
import { type FeedItem, getChannel, getFeedImage, getFeedItemId, parseDate, richTextHtml, writeFeed } from '../feeds/feed-writer.server.ts';
import { ATTENDANCE_LABELS, CHANGE_NOTES, EVENTS_LEAD, EVENTS_PATH, LAGOS_TIME } from './events-content.ts';
import { getEventTitle, getPublishedEvents, parseDescription, toEventSummary } from './events-data.ts';

const FEED_EVENTS = 50;

const toFeedItem = async (event: Event, site: SiteConfig): Promise<FeedItem> => {
  const { path, date, lastDay, hours, location, change, attendance, category, tags, description, image, imageAlt } = toEventSummary(event);
  const facts = [
    [date, lastDay]
      .map((day) => formatShortDate(day ?? null))
      .filter((day) => day !== '')
      .join(' to '),
    hours === '' ? '' : `${hours}, ${LAGOS_TIME}`,
    location,
    attendance === undefined ? '' : ATTENDANCE_LABELS[attendance],
  ].filter((fact) => fact !== '');
  const notes = [change === undefined ? '' : CHANGE_NOTES[change], facts.join(' · ')].filter((note) => note !== '');
  const html = richTextHtml(await parseDescription(event.description, site), site.siteUrl);
  const updated = parseDate(event.updatedAt);
  return {
    id: getFeedItemId('event', event._id, site),
    url: new URL(path, site.siteUrl).href,
    title: getEventTitle(event),
    summary: [...notes, description].join(' · '),
    html: notes.map((note) => `<p><strong>${escapeHtml(note)}</strong></p>`).join('') + html,
    author: site.organisationName,
    categories: [...new Set([category, ...tags])].filter((name) => name !== ''),
    image: getFeedImage(image, imageAlt, site),
    // When an event was announced is not known: readers show the last change as news.
    published: updated,
    updated,
  };
};

/** The next events as a feed. */
export const getEventsFeed = async (services: HostServices, format: FeedFormat, signal: AbortSignal): Promise<Result<string, ApiError>> => {
  const { site } = services;
  const listed = await getPublishedEvents(services, { when: 'upcoming', limit: String(FEED_EVENTS) }, signal);
  if (!listed.ok) return listed;
  const items = await Promise.all(listed.value.slice(0, FEED_EVENTS).map((event) => toFeedItem(event, site)));
  return success(writeFeed(format, items, getChannel(site, EVENTS_PATH, format, `Events of ${site.organisationName}`, EVENTS_LEAD)));
};
