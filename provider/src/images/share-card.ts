import { createHash } from 'node:crypto';
import { KINDS, type KindName } from '@site/shared/domain/kinds';
import { type ImageRef, toFocalPoint, toImageRef } from '../database/image-queries.ts';
import type { FocalPoint } from './render-image.ts';

/** The folder of a kind's cards below `/img/share`. */
export const getCardFolder = (kind: KindName): string => (kind === 'image' ? 'photos' : KINDS[kind].path);

/** What the card of one item shows in link previews. */
export interface ShareCard {
  /** Folder of the kind in the addresses of cards. */
  readonly folder: string;
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

interface CardRow {
  readonly id: string;
  readonly title: string;
  readonly picture_id: string | null;
  readonly version: number | null;
  readonly format: string | null;
  readonly focal_x: number | null;
  readonly focal_y: number | null;
}

/** Null for what is not public. */
export const toCard = (kind: KindName, row: CardRow, isPublic: boolean, line: string, notice = ''): ShareCard | null =>
  isPublic
    ? {
        folder: getCardFolder(kind),
        id: row.id,
        title: row.title,
        line,
        notice,
        image: toImageRef(row.picture_id, row.version, row.format),
        focal: toFocalPoint(row.focal_x, row.focal_y),
      }
    : null;

/** Names all that the card shows, so that a change makes a new address: those who show previews keep a copy by address. */
export const getShareCardVersion = ({ title, line, notice, image, focal }: ShareCard): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, title, line, notice, image === null ? null : [image.id, image.version, image.format], focal]))
    .digest('hex')
    .slice(0, 16);

/** Address of the card below `/img`; undefined for what is not public. */
export const getShareCardUrl = (card: ShareCard | null): string | undefined =>
  card === null ? undefined : `/img/share/${card.folder}/${card.id}/${getShareCardVersion(card)}.jpg`;
