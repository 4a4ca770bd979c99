import type { Endpoint } from '@site/shared/contracts/endpoint';
import { toJsonSchema } from '@valibot/to-json-schema';
import fc from 'fast-check';
import type * as v from 'valibot';

interface FilePart {
  readonly field: string;
  readonly content: Buffer;
}

type RandomBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly payload: string; readonly contentType: string }
  | { readonly kind: 'json'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'multipart'; readonly fields: Readonly<Record<string, unknown>>; readonly file: FilePart | null; readonly isComplete: boolean };

export interface RandomRequest {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly body: RandomBody;
}

const INVALID_VALUES: readonly unknown[] = [
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
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  email: ['one@site.example', 'ONE@site.example', 'sade@example.com'],
  date: ['2026-12-24', '2020-01-01'],
  time: ['4:00 PM', '16:00'],
  endTime: ['6:00 PM', ''],
  status: ['draft', 'published', 'scheduled', 'archived', 'all'],
  registrationLink: ['https://example.org/x', ''],
  publishedAt: ['2030-01-01T00:00:00.000Z', '2020-01-01', ''],
  slug: ['one-slug', 'another', ''],
  tags: ['a, b', ''],
  content: ['<p>Text</p>', '<p><b>x'],
  phone: ['+2348031234567', ''],
  role: ['contributor', 'editor'],
  qualification: ['BSc'],
  published: ['true', 'false'],
  isUpcoming: ['true', 'false', 'auto'],
  limit: ['1', '20'],
  cursor: ['0', '3'],
  newPassword: ['a new long password'],
  path: ['/news', '/'],
  topic: [''],
  type: ['posts', 'programs'],
  publishAt: ['2030-01-01T00:00:00.000Z', ''],
  focalX: ['0.5'],
  focalY: ['0.25'],
  removeFeaturedImage: ['true', 'false'],
  removeCoverImage: ['true', 'false'],
};

/** Placeholder for the id of a stored document, which is known only when the request is sent. */
const storedId = fc.nat({ max: 99 }).map((number) => `stored~${number}~`);

const insertIds = (text: string, ids: readonly string[]): string =>
  text.replaceAll(/stored~(\d+)~/g, (_, number) => ids[Number(number) % ids.length] ?? 'none');

const invalidValue = fc.oneof(fc.constantFrom(...INVALID_VALUES), fc.string({ unit: 'grapheme', maxLength: 60 }), fc.jsonValue({ maxDepth: 2 }));

const typicalValue = (field: string): fc.Arbitrary<unknown> => {
  if (field === 'imageIds' || field === 'albumIds') return fc.array(storedId, { maxLength: 2 });
  if (field === 'albumId' || field === 'album') return fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 7, arbitrary: storedId });
  if (field === 'isRead' || field === 'remember' || field === 'isDisabled') return fc.boolean();
  return fc.constantFrom(...(SAMPLES[field] ?? ['Some text', 'Other text']));
};

const arbitraryFields = (schema: v.GenericSchema): fc.Arbitrary<Record<string, unknown>> => {
  const { properties = {} } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  const value = (field: string) => fc.oneof({ weight: 88, arbitrary: typicalValue(field) }, { weight: 12, arbitrary: invalidValue });
  return fc.record(Object.fromEntries(Object.keys(properties).map((field) => [field, value(field)])), { requiredKeys: [], noNullPrototype: true });
};

const brokenBody = fc.record({
  kind: fc.constant('broken' as const),
  payload: fc.constantFrom('', '{', '[]', '"x"', 'null', '{"__proto__":{"a":1}}'),
  contentType: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x'),
});

const arbitraryBody = (endpoint: Endpoint, image: Buffer): fc.Arbitrary<RandomBody> => {
  if (endpoint.body === undefined || endpoint.method === 'GET') return fc.constant({ kind: 'none' });
  const fields = arbitraryFields(endpoint.body);
  const json = fc.record({ kind: fc.constant('json' as const), fields });
  const file = fc.record({
    field: fc.constantFrom('featuredImage', 'image', 'coverImage', 'other'),
    content: fc.constantFrom(image, Buffer.from('<svg/>'), Buffer.from(''), Buffer.from('noise')),
  });
  const multipart = fc.record({
    kind: fc.constant('multipart' as const),
    fields,
    file: fc.option(file, { freq: 2 }),
    isComplete: fc.integer({ min: 0, max: 49 }).map((number) => number !== 49),
  });
  return fc.oneof<Array<fc.WeightedArbitrary<RandomBody>>>(
    { weight: endpoint.bodyType === 'multipart' ? 29 : 97, arbitrary: json },
    ...(endpoint.bodyType === 'multipart' ? [{ weight: 68, arbitrary: multipart }] : []),
    { weight: 3, arbitrary: brokenBody },
  );
};

const arbitraryUrl = (endpoint: Endpoint): fc.Arbitrary<string> => {
  const parameters = endpoint.path.match(/:\w+/g) ?? [];
  const unknownId = fc.constantFrom('none', 'x'.repeat(299), '\u0000', '🌍', '../etc', "'", '%').map(encodeURIComponent);
  const ids = fc.tuple(...parameters.map(() => fc.oneof({ weight: 7, arbitrary: storedId }, { weight: 3, arbitrary: unknownId })));
  const query = endpoint.query === undefined ? fc.constant({}) : fc.oneof(fc.constant({}), arbitraryFields(endpoint.query));
  return fc.tuple(ids, query).map(([chosen, fields]) => {
    const path = parameters.reduce((text, parameter, index) => text.replace(parameter, () => chosen[index] ?? ''), endpoint.path);
    const queryPairs = Object.entries(fields).map(([field, value]) => `${field}=${encodeURIComponent(String(value).replaceAll(/[\ud800-\udfff]/g, ''))}`);
    return `/api${path}${queryPairs.length === 0 ? '' : `?${queryPairs.join('&')}`}`;
  });
};

/** Creates requests to an endpoint, most of which are almost valid. */
export const randomRequest = (endpoint: Endpoint, image: Buffer): fc.Arbitrary<RandomRequest> =>
  fc.record({ endpoint: fc.constant(endpoint), url: arbitraryUrl(endpoint), body: arbitraryBody(endpoint, image) });

const toMultipart = (fields: Readonly<Record<string, unknown>>, file: FilePart | null, isComplete: boolean): Buffer => {
  const part = (header: string, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`--limit\r\ncontent-disposition: form-data; ${header}\r\n\r\n`), content, Buffer.from('\r\n')]);
  const texts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))));
  const files = file === null ? [] : [part(`name="${file.field}"; filename="x.png"\r\ncontent-type: image/png`, file.content)];
  return Buffer.concat([...texts, ...files, ...(isComplete ? [Buffer.from('--limit--\r\n')] : [])]);
};

/** Turns a request into one that can be sent, with the ids of stored documents inserted. */
export const toInjection = ({ endpoint, url, body }: RandomRequest, ids: readonly string[]) => {
  const request = { method: endpoint.method, url: insertIds(url, ids) };
  if (body.kind === 'none') return { ...request, headers: {} };
  if (body.kind === 'broken') return { ...request, payload: body.payload, headers: { 'content-type': body.contentType } };
  const fields: Record<string, unknown> = JSON.parse(insertIds(JSON.stringify(body.fields), ids));
  if (body.kind === 'json') return { ...request, payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
  return { ...request, payload: toMultipart(fields, body.file, body.isComplete), headers: { 'content-type': 'multipart/form-data; boundary=limit' } };
};
