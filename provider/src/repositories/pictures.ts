import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { PictureTable, Tables } from '../database/tables.ts';

export type Picture = Selectable<PictureTable>;
export type PictureRef = Pick<Picture, 'id' | 'version' | 'format'>;

export interface PictureAddresses {
  /** Address below `/img`; a picture that is not public yet is given to staff with a key, because an `<img>` sends no token. */
  address(picture: PictureRef | null, isPublic: boolean): string;
  isKeyRight(pictureId: string, key: string): boolean;
}

export const createPictureAddresses = (secret: string): PictureAddresses => {
  const keyOf = (pictureId: string): string => createHmac('sha256', secret).update(`picture ${pictureId}`).digest('base64url').slice(0, 22);
  return {
    address: (picture, isPublic) => {
      if (picture === null) return '';
      const plain = `/img/upload/v${picture.version}/${picture.id}.${picture.format}`;
      return isPublic ? plain : `${plain}?k=${keyOf(picture.id)}`;
    },
    isKeyRight: (pictureId, key) => {
      const right = Buffer.from(keyOf(pictureId));
      const given = Buffer.from(key);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
};

export const findPicture = (db: Kysely<Tables>, id: string): Promise<Picture | undefined> =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether anything that everyone may see shows the picture. */
export const isPicturePublic = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  const found = await db
    .selectFrom('posts')
    .select(sql<number>`1`.as('found'))
    .where('status', '=', 'published')
    .where((expression) => expression.or([expression('picture_id', '=', id), expression('author_picture_id', '=', id)]))
    .unionAll(db.selectFrom('events').select(sql<number>`1`.as('found')).where('status', '=', 'published').where('picture_id', '=', id))
    .unionAll(db.selectFrom('gallery_images').select(sql<number>`1`.as('found')).where('is_published', '=', 1).where('picture_id', '=', id))
    .unionAll(db.selectFrom('programs').select(sql<number>`1`.as('found')).where('picture_id', '=', id))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};
