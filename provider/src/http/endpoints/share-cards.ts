import { getAddressKey } from '@site/shared/domain/client-address';
import { KIND_NAMES } from '@site/shared/domain/kinds';
import type { FastifyInstance } from 'fastify';
import fresh from 'fresh';
import * as v from 'valibot';
import { getAddressShare } from '../../accounts/throttling.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { getCardFolder, getShareCardUrl, getShareCardVersion } from '../../images/share-card.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Services } from '../services.ts';

const FOLDERS = new Map(KIND_NAMES.map((name) => [getCardFolder(name), name]));

const paramsSchema = v.object({
  folder: v.picklist([...FOLDERS.keys()]),
  id: v.pipe(v.string(), v.maxLength(60)),
  file: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}\.jpg$/)),
});

/** A photo on a card can be withdrawn: for how long copies are used is that of the photo itself. */
const CACHE_CONTROL = 'public, max-age=86400, s-maxage=4';

/**
 * `/img/share/<kind>/<id>/<version>.jpg`: the title and date of an item over its image, for link previews. Former addresses lead to the current one: those who
 * show previews ask for what the page named when they saw it.
 */
export const mountShareCards = (app: FastifyInstance, { shareCards }: Services, kinds: StoredKinds): void => {
  app.get('/img/share/:folder/:id/:file', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const params = v.safeParse(paramsSchema, request.params);
    if (!params.success) throw new NotFoundError('Image');
    const { folder, id, file } = params.output;
    const name = FOLDERS.get(folder);
    const card = name === undefined ? null : await kinds[name].findCard(id);
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
