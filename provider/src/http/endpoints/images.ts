import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { getAddressShare } from '../../accounts/throttling.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { isTransformation, parseTransformation } from '../../images/transformation.ts';
import { HttpError } from '../errors.ts';
import type { Services } from '../services.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const paramsSchema = v.object({ '*': v.string() });
const querySchema = v.object({ k: v.optional(v.string()) });

/** `/img/upload[/<transformation>…]/v<version>/<id>.<ext>` (IMG-01 to IMG-03). */
export const mountImages = (app: FastifyInstance, { imageServer }: Services): void => {
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
      signal: gone.signal,
    });
    if (image === null) throw new NotFoundError('Image');
    return reply
      .headers({
        'content-type': image.contentType,
        'cache-control': image.isImmutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'private, max-age=60',
        // Uploads are re-encoded; as a second defence, no response from here may act as a page.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        ...(image.variesByAccept ? { vary: 'accept' } : {}),
      })
      .send(image.bytes);
  });
};
