import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import * as v from 'valibot';
import { getAddressShare } from '../../accounts/throttling.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { isTransformation, parseTransformation } from '../../images/transformation.ts';
import { HttpError } from '../errors.ts';
import { readBearer } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { readImageAccess } from '../session-cookies.ts';

const DAY_SECONDS = 24 * 60 * 60;
/**
 * An image can be withdrawn: shared caches ask again after 4 s, so that it is gone everywhere within 5; a visitor's own browser, which has shown it already, after a day. Its
 * copies are confirmed by entity tag.
 */
const CACHE_CONTROL = {
  forever: `public, max-age=${365 * DAY_SECONDS}, immutable`,
  public: `public, max-age=${DAY_SECONDS}, s-maxage=4`,
  outdated: 'public, no-cache',
  staff: 'private, no-cache',
} as const;
const paramsSchema = v.object({ '*': v.string() });
const querySchema = v.object({ k: v.optional(v.string()) });

/** `/img/upload[/<transformation>…]/v<version>/<id>.<ext>` (IMG-01 to IMG-03). */
export const mountImages = (app: FastifyInstance, { imageServer, authenticate, authenticateByCookie }: Services): void => {
  /** Browsers send no token with the request of an `<img>`, but the cookie of a bound session. */
  const isStaff = async (request: FastifyRequest): Promise<boolean> => {
    const access = readImageAccess(request);
    const { staff, proof } = await (access === null ? authenticate(readBearer(request), null) : authenticateByCookie(access));
    return staff !== null && !proof.lacksSecondFactor;
  };

  app.get('/img/upload/*', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const parts = v.parse(paramsSchema, request.params)['*'].split('/');
    const file = /^([0-9a-f]{24}|samples(?:-[a-z0-9]+)+)\.([a-z]{3,4})$/.exec(parts.pop() ?? '');
    const version = /^v(\d{1,9})$/.exec(parts.pop() ?? '');
    if (file === null || version === null || !parts.every(isTransformation)) throw new NotFoundError('Image');
    const transformation = parseTransformation(parts);
    if (transformation === null) throw new HttpError(400, 'This size or form of the image is not available.');
    const query = v.safeParse(querySchema, request.query);
    const image = await imageServer.serve({
      id: file[1] ?? '',
      version: Number(version[1]),
      extension: file[2] ?? '',
      transformation,
      accept: request.headers.accept ?? '',
      key: query.success ? query.output.k : undefined,
      client: { key: getAddressKey(request.ip), people: getAddressShare(request.ip) },
      isStaff: () => isStaff(request),
      hasCopy: (etag) => fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag }),
      signal: gone.signal,
    });
    if (image === null) throw new NotFoundError('Image');
    return reply
      .code(image.bytes === null ? 304 : 200)
      .headers({
        ...(image.bytes === null ? {} : { 'content-type': image.contentType }),
        etag: image.etag,
        'cache-control': CACHE_CONTROL[image.copies],
        // Uploads are re-encoded; as a second defence, no response from here may act as a page.
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        ...(image.variesByAccept ? { vary: 'accept' } : {}),
      })
      .send(image.bytes ?? undefined);
  });
};
