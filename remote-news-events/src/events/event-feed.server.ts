import type { ApiError } from '@site/shared/contracts/api-error';
import type { Event } from '@site/shared/contracts/event';
import type { SiteConfig } from '@site/shared/contracts/site';
import { formatShortDate } from '@site/shared/domain/dates';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { failure, type Result, success } from '@site/shared/domain/result';
import { toSlug } from '@site/shared/domain/slug';
import type { HostServices } from '@site/shared/remote/host-services';
import type { FeedFormat } from '../feeds/feed-formats.ts';
import { type FeedItem, getChannel, getFeedImage, getFeedItemId, parseDate, richTextHtml, writeFeed } from '../feeds/feed-writer.server.ts';
import { findTopic, getListPath, type TopicReference } from '../topics/topics.ts';
import { ATTENDANCE_LABELS, CHANGE_NOTES, EVENTS_LEAD, EVENTS_PATH, getEventTitle, LAGOS_TIME } from './events-content.ts';
import { getUpcomingEvents, parseDescription, toEventSummary } from './events-data.ts';
import { getTopicDescription } from './events-head.ts';

const MAX_FEED_EVENTS = 50;

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
  const updatedAt = parseDate(event.updatedAt);
  return {
    id: getFeedItemId('event', event._id, site),
    url: new URL(path, site.siteUrl).href,
    title: getEventTitle(event),
    summary: [...notes, description].join(' · '),
    html: notes.map((note) => `<p><strong>${escapeHtml(note)}</strong></p>`).join('') + html,
    author: site.organisationName,
    categories: [...new Set([category, ...tags])].filter((name) => name !== ''),
    image: getFeedImage(image, imageAlt, site),
    // The announcement date is unknown, so feed readers show the date of the last change.
    published: updatedAt,
    updated: updatedAt,
  };
};

/**
 * Writes a feed of the upcoming events, optionally of one topic. A topic without upcoming events has an empty feed, so that subscribers get its next event.
 */
export const getEventsFeed = async (
  services: HostServices,
  format: FeedFormat,
  signal: AbortSignal,
  reference?: TopicReference,
): Promise<Result<string, ApiError>> => {
  const { site } = services;
  if (reference !== undefined && toSlug(reference.slug) !== reference.slug) return failure({ kind: 'not-found', message: '' });
  const listed = await getUpcomingEvents(services, reference, MAX_FEED_EVENTS, signal);
  if (!listed.ok) return listed;
  const topic = reference === undefined ? undefined : (findTopic(listed.value, reference) ?? { ...reference, name: reference.slug });
  const title = `Events from ${site.organisationName}${topic === undefined ? '' : `: ${topic.name}`}`;
  const lead = topic === undefined ? EVENTS_LEAD : getTopicDescription(topic);
  const items = await Promise.all(listed.value.slice(0, MAX_FEED_EVENTS).map((event) => toFeedItem(event, site)));
  return success(writeFeed(format, items, getChannel(site, getListPath(EVENTS_PATH, topic), format, title, lead)));
};
