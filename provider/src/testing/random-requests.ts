import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { createRandom, type Random } from '../samples/artwork/random.ts';

export interface RandomRequest {
  readonly name: string;
  readonly row: Endpoint;
  readonly url: string;
  readonly payload: Buffer | string | undefined;
  readonly contentType: string | undefined;
}

const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  ' ',
  [],
  {},
  [null],
  'x'.repeat(4000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🌍',
  'Ọjọ́',
  '<script>',
  "' or 1=1 --",
  '../..',
  '%00',
  '2026-02-30',
  'NaN',
];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  email: ['one@site.example', 'ONE@site.example', 'sade@example.com'],
  date: ['2026-12-24', '2020-01-01'],
  time: ['4:00 PM', '16:00'],
  endTime: ['6:00 PM', ''],
  status: ['draft', 'published', 'scheduled', 'archived', 'all'],
  registrationLink: ['https://example.org/x', ''],
  publishedAt: ['2030-01-01T00:00:00.000Z', '2020-01-01', ''],
  slug: ['one-slug', 'another', ''],
  tags: ['a, b', ''],
  content: ['<p>Words</p>', '<p><b>x'],
  phone: ['+2348031234567', ''],
  role: ['contributor', 'editor'],
  qualification: ['BSc'],
  published: ['true', 'false'],
  isUpcoming: ['true', 'false', 'auto'],
  limit: ['1', '20'],
  cursor: ['0', '3'],
  newPassword: ['a new long password'],
  path: ['/news', '/'],
  website: [''],
  type: ['posts', 'programs'],
  publishAt: ['2030-01-01T00:00:00.000Z', ''],
  focalX: ['0.5'],
  focalY: ['0.25'],
  removeFeaturedImage: ['true', 'false'],
  removeCoverImage: ['true', 'false'],
};

/** Makes requests from the endpoint table: most nearly right, some quite wrong; the same ones for the same seed. */
export const createRequestMaker = (seed: string, knownIds: () => readonly string[], picture: Buffer) => {
  const random: Random = createRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const choose = <T>(choices: readonly T[], otherwise: T): T => choices[Math.floor(random() * choices.length)] ?? otherwise;
  const schemas = new Map<v.GenericSchema, JsonSchema>();
  const fieldsOf = (schema: v.GenericSchema): string[] => {
    const known = schemas.get(schema) ?? toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
    schemas.set(schema, known);
    return Object.keys(known.properties ?? {});
  };

  const makeValue = (field: string): unknown => {
    if (chance(0.12)) return choose(STRANGE, null);
    if (field === 'imageIds' || field === 'albumIds') return chance(0.8) ? [choose(knownIds(), 'none')] : choose(STRANGE, null);
    if (field === 'albumId' || field === 'album') return chance(0.3) ? '' : choose(knownIds(), 'none');
    if (field === 'isRead' || field === 'remember' || field === 'isDisabled') return chance(0.5);
    return choose(WORDS[field] ?? ['Some words', 'Other words'], 'words');
  };

  const makeBody = (row: Endpoint): Pick<RandomRequest, 'payload' | 'contentType'> => {
    if (row.body === undefined || row.method === 'GET') return { payload: undefined, contentType: undefined };
    if (chance(0.03))
      return {
        payload: choose(['', '{', '[]', '"x"', 'null', '{"__proto__":{"a":1}}'], ''),
        contentType: choose(['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x'], ''),
      };
    const fields = fieldsOf(row.body)
      .filter(() => chance(0.85))
      .map((field) => [field, makeValue(field)] as const);
    if (row.bodyType !== 'multipart' || chance(0.3)) return { payload: JSON.stringify(Object.fromEntries(fields)), contentType: 'application/json' };
    return makeMultipart(fields);
  };

  const makeMultipart = (fields: ReadonlyArray<readonly [string, unknown]>): Pick<RandomRequest, 'payload' | 'contentType'> => {
    const parts: Buffer[] = fields.map(([field, value]) =>
      Buffer.from(`--limit\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`),
    );
    if (chance(0.3)) {
      const file = chance(0.5) ? picture : Buffer.from(choose(['<svg/>', '', 'noise'], ''));
      const field = choose(['featuredImage', 'image', 'coverImage', 'other'], 'image');
      parts.push(
        Buffer.from(`--limit\r\ncontent-disposition: form-data; name="${field}"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`),
        file,
        Buffer.from('\r\n'),
      );
    }
    if (!chance(0.02)) parts.push(Buffer.from('--limit--\r\n'));
    return { payload: Buffer.concat(parts), contentType: 'multipart/form-data; boundary=limit' };
  };

  const makeUrl = (row: Endpoint): string => {
    const path = row.path.replaceAll(/:\w+/g, () =>
      chance(0.7) ? choose(knownIds(), 'none') : encodeURIComponent(String(choose(['none', 'x'.repeat(299), '\u0000', '🌍', '../etc', "'", '%'], 'none'))),
    );
    const query =
      row.query === undefined || chance(0.5)
        ? ''
        : `?${fieldsOf(row.query)
            .filter(() => chance(0.4))
            .map((field) => `${field}=${encodeURIComponent(String(makeValue(field)).replaceAll(/[\ud800-\udfff]/g, ''))}`)
            .join('&')}`;
    return `/api${path}${query}`;
  };

  return (): RandomRequest => {
    const chosen = ALL_ENDPOINTS[Math.floor(random() * ALL_ENDPOINTS.length)];
    if (chosen === undefined) throw new Error('The endpoint table is empty.');
    const [name, row] = chosen;
    return { name, row, url: makeUrl(row), ...makeBody(row) };
  };
};
