import { createHash } from 'node:crypto';
import { KINDS, type KindName } from '@site/shared/domain/kinds';
import { type ImageRef, toFocalPoint, toImageRef } from '../database/image-queries.ts';
import type { FocalPoint } from './render-image.ts';

export const getCardFolder = (kind: KindName): string => (kind === 'image' ? 'photos' : KINDS[kind].path);

export interface ShareCard {
  readonly folder: string;
  readonly id: string;
  readonly title: string;
  /** A date, or the kind of item. */
  readonly line: string;
  /** "Cancelled", or '' for an item without a notice. */
  readonly notice: string;
  /** Null for a card without an image. */
  readonly image: ImageRef | null;
  readonly focalPoint: FocalPoint | null;
}

/** Version of the card design. A new number gives all cards new URLs. */
const DESIGN_VERSION = 1;

interface CardRow {
  readonly id: string;
  readonly title: string;
  readonly picture_id: string | null;
  readonly version: number | null;
  readonly format: string | null;
  readonly focal_x: number | null;
  readonly focal_y: number | null;
}

export const toCard = (kind: KindName, row: CardRow, isPublic: boolean, line: string, notice = ''): ShareCard | null =>
  isPublic
    ? {
        folder: getCardFolder(kind),
        id: row.id,
        title: row.title,
        line,
        notice,
        image: toImageRef(row.picture_id, row.version, row.format),
        focalPoint: toFocalPoint(row.focal_x, row.focal_y),
      }
    : null;

/** Returns a hash of everything that the card shows, so that a change results in a new URL. Preview services cache cards by URL. */
export const getShareCardVersion = ({ title, line, notice, image, focalPoint }: ShareCard): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN_VERSION, title, line, notice, image === null ? null : [image.id, image.version, image.format], focalPoint]))
    .digest('hex')
    .slice(0, 16);

export const getShareCardUrl = (card: ShareCard | null): string | undefined =>
  card === null ? undefined : `/img/share/${card.folder}/${card.id}/${getShareCardVersion(card)}.jpg`;
