import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ImageRef } from '../database/image-queries.ts';

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const createImageUrls = (secret: string, now: () => Date) => {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  const createKey = (imageId: string): string => sign(`picture ${imageId}`);
  const createTemporaryKey = (imageId: string, until: string): string => `${until}.${sign(`picture ${imageId} until ${until}`)}`;
  const getAddress = ({ version, id, format }: ImageRef): string => `/img/upload/v${version}/${id}.${format}`;
  return {
    /** Returns the URL below `/img`; '' without an image. For images that are not public yet, staff get a URL with a key, because an `<img>` sends no token. */
    getUrl: (image: ImageRef | null, isPublic: boolean): string => {
      if (image === null) return '';
      const url = getAddress(image);
      return isPublic ? url : `${url}?k=${createKey(image.id)}`;
    },
    /** Returns a URL for a viewer without a session. Its key is valid until then. */
    getTemporaryUrl: (image: ImageRef | null, until: Date): string =>
      image === null ? '' : `${getAddress(image)}?k=${createTemporaryKey(image.id, String(toSeconds(until)))}`,
    isValidKey: (imageId: string, key: string): boolean => {
      const [until = '', signature] = key.split('.');
      if (signature !== undefined && !(Number(until) > toSeconds(now()))) return false;
      const expected = Buffer.from(signature === undefined ? createKey(imageId) : createTemporaryKey(imageId, until));
      const given = Buffer.from(key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};

export type ImageUrls = ReturnType<typeof createImageUrls>;
