import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ImageRef } from '../database/image-queries.ts';

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const createImageUrls = (secret: string, now: () => Date) => {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  const createKey = (imageId: string): string => sign(`picture ${imageId}`);
  const createTemporaryKey = (imageId: string, until: string): string => `${until}.${sign(`picture ${imageId} until ${until}`)}`;
  const getUrl = ({ version, id, format }: ImageRef): string => `/img/upload/v${version}/${id}.${format}`;
  return {
    /**
     * Returns the URL below `/img`, or '' without an image. The URL of an image that is not public contains a key for staff, because `<img>` requests carry no
     * token.
     */
    getUrl: (image: ImageRef | null, isPublic: boolean): string => {
      if (image === null) return '';
      const url = getUrl(image);
      return isPublic ? url : `${url}?k=${createKey(image.id)}`;
    },
    /** Returns a URL for a viewer without a session. Its key is valid until `until`. */
    getTemporaryUrl: (image: ImageRef | null, until: Date): string =>
      image === null ? '' : `${getUrl(image)}?k=${createTemporaryKey(image.id, String(toSeconds(until)))}`,
    isValidKey: (imageId: string, key: string): boolean => {
      const [until = '', signature] = key.split('.');
      if (signature !== undefined && !(Number(until) > toSeconds(now()))) return false;
      const expected = Buffer.from(signature === undefined ? createKey(imageId) : createTemporaryKey(imageId, until));
      const actualKey = Buffer.from(key);
      return actualKey.length === expected.length && timingSafeEqual(actualKey, expected);
    },
  };
};

export type ImageUrls = ReturnType<typeof createImageUrls>;
