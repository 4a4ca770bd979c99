import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ImageRef } from '../database/image-queries.ts';

export interface ImageUrls {
  /** URL below `/img`; '' without an image. Staff get images that are not public yet with a key, because an `<img>` sends no token. */
  getUrl(image: ImageRef | null, isPublic: boolean): string;
  isValidKey(imageId: string, key: string): boolean;
}

export const createImageUrls = (secret: string): ImageUrls => {
  const createKey = (imageId: string): string => createHmac('sha256', secret).update(`picture ${imageId}`).digest('base64url').slice(0, 22);
  return {
    getUrl: (image, isPublic) => {
      if (image === null) return '';
      const url = `/img/upload/v${image.version}/${image.id}.${image.format}`;
      return isPublic ? url : `${url}?k=${createKey(image.id)}`;
    },
    isValidKey: (imageId, key) => {
      const expected = Buffer.from(createKey(imageId));
      const given = Buffer.from(key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
