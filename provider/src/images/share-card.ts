import { createHash } from 'node:crypto';
import { formatLongDate, formatShortDate } from '@site/shared/domain/dates';
import { eventLastDay } from '@site/shared/domain/event-times';
import type { EventRow } from '../database/event-queries.ts';
import type { GalleryImageRow } from '../database/gallery-queries.ts';
import { type ImageRef, toFocalPoint, toImageRef } from '../database/image-queries.ts';
import type { PostRow } from '../database/post-queries.ts';
import type { ProgramRow } from '../database/program-queries.ts';
import type { FocalPoint } from './render-image.ts';

export const SHARE_CARD_KINDS = ['posts', 'events', 'programs', 'photos'] as const;
export type ShareCardKind = (typeof SHARE_CARD_KINDS)[number];

/** What the card of one item shows in link previews. */
export interface ShareCard {
  readonly kind: ShareCardKind;
  readonly id: string;
  readonly title: string;
  /** A date, or what it is. */
  readonly line: string;
  /** "Cancelled"; '' for what takes place. */
  readonly notice: string;
  /** Null without an image. */
  readonly image: ImageRef | null;
  readonly focal: FocalPoint | null;
}

/** Of the drawing: with another one all cards get new addresses. */
const DESIGN = 1;

/** Null for what is not public. */
export const toPostCard = (row: PostRow): ShareCard | null =>
  row.status !== 'published'
    ? null
    : {
        kind: 'posts',
        id: row.id,
        title: row.title,
        line: formatLongDate(row.published_at),
        notice: '',
        image: toImageRef(row.picture_id, row.image_version, row.image_format),
        focal: toFocalPoint(row.focal_x, row.focal_y),
      };

const NOTICES = { scheduled: '', cancelled: 'Cancelled', postponed: 'Postponed' } as const;

export const toEventCard = (row: EventRow): ShareCard | null => {
  if (row.status !== 'published') return null;
  const lastDay = eventLastDay({ date: row.date, endDate: row.end_date });
  const days = [row.date, lastDay].map((day) => formatShortDate(day)).filter((day) => day !== '');
  return {
    kind: 'events',
    id: row.id,
    title: row.title,
    line: [days.join(' to '), row.time].filter((part) => part !== '').join(' · '),
    notice: NOTICES[row.event_status],
    image: toImageRef(row.picture_id, row.version, row.format),
    focal: toFocalPoint(row.focal_x, row.focal_y),
  };
};

export const toProgramCard = (row: ProgramRow): ShareCard | null =>
  row.status !== 'published'
    ? null
    : {
        kind: 'programs',
        id: row.id,
        title: row.title,
        line: 'Program',
        notice: '',
        image: toImageRef(row.picture_id, row.version, row.format),
        focal: toFocalPoint(row.focal_x, row.focal_y),
      };

export const toPhotoCard = (row: GalleryImageRow): ShareCard | null =>
  row.is_published !== 1
    ? null
    : {
        kind: 'photos',
        id: row.id,
        title: row.title,
        line: formatLongDate(row.created_at),
        notice: '',
        image: toImageRef(row.picture_id, row.version, row.format),
        focal: toFocalPoint(row.focal_x, row.focal_y),
      };

/** Names all that the card shows, so that a change makes a new address: those who show previews keep a copy by address. */
export const getShareCardVersion = ({ title, line, notice, image, focal }: ShareCard): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, title, line, notice, image === null ? null : [image.id, image.version, image.format], focal]))
    .digest('hex')
    .slice(0, 16);

/** Address of the card below `/img`; undefined for what is not public. */
export const getShareCardUrl = (card: ShareCard | null): string | undefined =>
  card === null ? undefined : `/img/share/${card.kind}/${card.id}/${getShareCardVersion(card)}.jpg`;
