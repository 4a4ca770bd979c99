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

/** Focal point of a joined picture. */
export const toFocalPoint = (x: number | null, y: number | null): { x: number; y: number } | null => (x === null || y === null ? null : { x, y });

/** Who may see a picture, by what shows it: what is in the trash shows nothing, not even to staff. */
export type PictureAudience = 'everyone' | 'staff' | 'nobody';

export const findPictureAudience = async (db: Kysely<Tables>, id: string): Promise<PictureAudience> => {
  const isPublished = sql<number>`case when status = 'published' then 1 else 0 end`.as('is_open');
  const found = await db
    .selectFrom('posts')
    .select(isPublished)
    .where('deleted_at', 'is', null)
    .where((expression) => expression.or([expression('picture_id', '=', id), expression('author_picture_id', '=', id)]))
    .unionAll(db.selectFrom('events').select(isPublished).where('deleted_at', 'is', null).where('picture_id', '=', id))
    .unionAll(db.selectFrom('gallery_images').select('is_published as is_open').where('deleted_at', 'is', null).where('picture_id', '=', id))
    .unionAll(db.selectFrom('programs').select(sql<number>`1`.as('is_open')).where('deleted_at', 'is', null).where('picture_id', '=', id))
    .orderBy('is_open', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return 'nobody';
  return found.is_open === 1 ? 'everyone' : 'staff';
};
