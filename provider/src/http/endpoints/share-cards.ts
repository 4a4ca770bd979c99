import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyInstance } from 'fastify';
import fresh from 'fresh';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { getAddressShare } from '../../accounts/throttling.ts';
import { findEventRow } from '../../database/event-queries.ts';
import { findGalleryImageRow } from '../../database/gallery-queries.ts';
import { findPostRow } from '../../database/post-queries.ts';
import { findProgramRow } from '../../database/program-queries.ts';
import type { Tables } from '../../database/schema.ts';
import { NotFoundError } from '../../domain/errors.ts';
import {
  getShareCardUrl,
  getShareCardVersion,
  SHARE_CARD_KINDS,
  type ShareCard,
  type ShareCardKind,
  toEventCard,
  toPhotoCard,
  toPostCard,
  toProgramCard,
} from '../../images/share-card.ts';
import type { Services } from '../services.ts';

type FindCard = (db: Kysely<Tables>, id: string) => Promise<ShareCard | null>;

/** Null for what does not exist or is not public. */
const withRow =
  <Row>(find: (db: Kysely<Tables>, id: string) => Promise<Row | undefined>, toCard: (row: Row) => ShareCard | null): FindCard =>
  async (db, id) => {
    const row = await find(db, id);
    return row === undefined ? null : toCard(row);
  };

const FINDERS: Readonly<Record<ShareCardKind, FindCard>> = {
  posts: withRow(findPostRow, toPostCard),
  events: withRow(findEventRow, toEventCard),
  programs: withRow(findProgramRow, toProgramCard),
  photos: withRow(findGalleryImageRow, toPhotoCard),
};

const paramsSchema = v.object({
  kind: v.picklist(SHARE_CARD_KINDS),
  id: v.pipe(v.string(), v.maxLength(60)),
  file: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}\.jpg$/)),
});

/** A photo on a card can be withdrawn: for how long copies are used is that of the photo itself. */
const CACHE_CONTROL = 'public, max-age=86400, s-maxage=4';

/**
 * `/img/share/<kind>/<id>/<version>.jpg`: the title and date of an item over its image, for link previews. Former addresses lead to the current one: those who
 * show previews ask for what the page named when they saw it.
 */
export const mountShareCards = (app: FastifyInstance, { db, shareCards }: Services): void => {
  app.get('/img/share/:kind/:id/:file', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const params = v.safeParse(paramsSchema, request.params);
    if (!params.success) throw new NotFoundError('Image');
    const { kind, id, file } = params.output;
    const card = await FINDERS[kind](db, id);
    if (card === null) throw new NotFoundError('Image');
    const version = getShareCardVersion(card);
    // A slug names the item too, and is not its address.
    if (file !== `${version}.jpg` || id !== card.id)
      return reply
        .code(302)
        .headers({ location: getShareCardUrl(card) ?? '', 'cache-control': 'no-cache' })
        .send();
    const etag = `W/"${version}"`;
    const hasCopy = fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag });
    const client = { key: getAddressKey(request.ip), people: getAddressShare(request.ip) };
    const bytes = hasCopy ? null : await shareCards.serve(card, { client, signal: gone.signal });
    if (bytes === null && !hasCopy) throw new NotFoundError('Image');
    return reply
      .code(hasCopy ? 304 : 200)
      .headers({
        ...(hasCopy ? {} : { 'content-type': 'image/jpeg' }),
        etag,
        'cache-control': CACHE_CONTROL,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes ?? undefined);
  });
};
