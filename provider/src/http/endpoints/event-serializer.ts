import type { Event } from '@site/shared/contracts/event';
import type { EventRow } from '../../database/event-queries.ts';
import { toFocalPoint, toImageRef } from '../../database/image-queries.ts';
import { readTags } from '../../database/tags.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getLead } from './post-serializer.ts';

/** A row as the contract names it (DATA-03). */
export const toEvent = (row: EventRow, imageUrls: ImageUrls, now: Date): Event => {
  const picture = imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), row.status === 'published');
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    date: row.date === '' ? null : row.date,
    time: row.time,
    endTime: row.end_time,
    location: row.location,
    category: row.category,
    featuredImage: picture,
    image: picture,
    featuredImageAlt: row.picture_alt,
    featuredImageFocal: toFocalPoint(row.focal_x, row.focal_y),
    tags: readTags(row.tags),
    registrationLink: row.registration_link,
    isUpcoming: row.upcoming_until > now.toISOString(),
    status: row.status,
    publishAt: row.publish_at,
    updatedAt: row.updated_at,
    isSample: row.is_sample === 1,
  };
};

/** As much as a card shows. */
export const toEventSummary = (row: EventRow, imageUrls: ImageUrls, now: Date): Event => ({
  ...toEvent(row, imageUrls, now),
  description: getLead(row.description),
});
