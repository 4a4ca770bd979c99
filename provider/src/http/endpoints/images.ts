import { getAddressKey } from '@site/shared/domain/client-address';
import { KIND_NAMES } from '@site/shared/domain/kinds';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import * as v from 'valibot';
import { NotFoundError } from '../../domain/errors.ts';
import type { Requester } from '../../images/image-server.ts';
import { getCardFolder, getShareCardUrl, getShareCardVersion } from '../../images/share-card.ts';
import { isTransformation, parseTransformation } from '../../images/transformation.ts';
import { getUsersPerAddress } from '../../limits/address-limit.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import { HttpError } from '../errors.ts';
import { readBearer } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { readImageAccess } from '../session-cookies.ts';

const DAY_SECONDS = 24 * 60 * 60;
/**
 * Cache times chosen so that withdrawn images disappear quickly. Shared caches revalidate after 4 s, so the image is gone from all of them within 5 s. Browsers
 * that have already loaded the image revalidate after a day. Revalidation uses the entity tag.
 */
const CACHE_CONTROL = {
  forever: `public, max-age=${365 * DAY_SECONDS}, immutable`,
  public: `public, max-age=${DAY_SECONDS}, s-maxage=4`,
  outdated: 'public, no-cache',
  staff: 'private, no-cache',
} as const;
const SAFETY_HEADERS = {
  // Uploads are re-encoded. As a second defence, prevent any image response from acting as a page.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};
const paramsSchema = v.object({ '*': v.string() });
const querySchema = v.object({ k: v.optional(v.string()) });

const getRequester = (request: FastifyRequest, reply: FastifyReply): Requester => {
  const abortController = new AbortController();
  reply.raw.once('close', () => abortController.abort());
  return { client: { key: getAddressKey(request.ip), userCount: getUsersPerAddress(request.ip) }, signal: abortController.signal };
};

const hasCopy = ({ headers }: FastifyRequest, etag: string): boolean => fresh({ 'if-none-match': headers['if-none-match'] }, { etag });

const sendImage = (reply: FastifyReply, bytes: Buffer | null, contentType: string, headers: Readonly<Record<string, string>>): FastifyReply =>
  reply
    .code(bytes === null ? 304 : 200)
    .headers({ ...(bytes === null ? {} : { 'content-type': contentType }), ...SAFETY_HEADERS, ...headers })
    .send(bytes ?? undefined);

/** Mounts `/img/upload[/<transformation>…]/v<version>/<id>.<ext>` (IMG-01 to IMG-03). */
export const mountImages = (app: FastifyInstance, { imageServer, authenticate, authenticateByCookie }: Services): void => {
  /** Browsers send no token with `<img>` requests, but they do send the cookie of a bound session. */
  const isStaff = async (request: FastifyRequest): Promise<boolean> => {
    const access = readImageAccess(request);
    const { staff, proof } = await (access === null ? authenticate(readBearer(request), null) : authenticateByCookie(access));
    return staff !== null && !proof.lacksSecondFactor;
  };

  app.get('/img/upload/*', async (request, reply) => {
    const parts = v.parse(paramsSchema, request.params)['*'].split('/');
    const file = /^([0-9a-f]{24}|samples(?:-[a-z0-9]+)+)\.([a-z]{3,4})$/.exec(parts.pop() ?? '');
    const version = /^v(\d{1,9})$/.exec(parts.pop() ?? '');
    if (file === null || version === null || !parts.every(isTransformation)) throw new NotFoundError('Image');
    const transformation = parseTransformation(parts);
    if (transformation === null) throw new HttpError(400, 'This image size or format is not available.');
    const query = v.safeParse(querySchema, request.query);
    const image = await imageServer.serve({
      id: file[1] ?? '',
      version: Number(version[1]),
      extension: file[2] ?? '',
      transformation,
      accept: request.headers.accept ?? '',
      key: query.success ? query.output.k : undefined,
      isStaff: () => isStaff(request),
      hasCopy: (etag) => hasCopy(request, etag),
      ...getRequester(request, reply),
    });
    if (image === null) throw new NotFoundError('Image');
    const vary = image.variesByAccept ? { vary: 'accept' } : {};
    return sendImage(reply, image.bytes, image.contentType, { etag: image.etag, 'cache-control': CACHE_CONTROL[image.cachePolicy], ...vary });
  });
};

const KIND_BY_CARD_FOLDER = new Map(KIND_NAMES.map((name) => [getCardFolder(name), name]));

const cardParamsSchema = v.object({
  folder: v.picklist([...KIND_BY_CARD_FOLDER.keys()]),
  id: v.pipe(v.string(), v.maxLength(60)),
  file: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}\.jpg$/)),
});

/**
 * Mounts `/img/share/<kind>/<id>/<version>.jpg`: an image for link previews that shows an item's title and date. Former URLs redirect to the current URL,
 * because preview services cache the image URL that they found in the page.
 */
export const mountShareCards = (app: FastifyInstance, { shareCards }: Services, kinds: StoredKinds): void => {
  app.get('/img/share/:folder/:id/:file', async (request, reply) => {
    const params = v.safeParse(cardParamsSchema, request.params);
    if (!params.success) throw new NotFoundError('Image');
    const { folder, id, file } = params.output;
    const name = KIND_BY_CARD_FOLDER.get(folder);
    const card = name === undefined ? null : await kinds[name].findCard(id);
    if (card === null) throw new NotFoundError('Image');
    const version = getShareCardVersion(card);
    // Items can also be found by slug, but a card's URL always contains the id.
    if (file !== `${version}.jpg` || id !== card.id)
      return reply
        .code(302)
        .headers({ location: getShareCardUrl(card) ?? '', 'cache-control': 'no-cache' })
        .send();
    const etag = `W/"${version}"`;
    const isNotModified = hasCopy(request, etag);
    const bytes = isNotModified ? null : await shareCards.serve(card, getRequester(request, reply));
    if (bytes === null && !isNotModified) throw new NotFoundError('Image');
    // The photo on a card may be withdrawn, so cards are cached no longer than photos.
    return sendImage(reply, bytes, 'image/jpeg', { etag, 'cache-control': CACHE_CONTROL.public });
  });
};
