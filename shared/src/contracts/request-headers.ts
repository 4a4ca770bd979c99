import * as v from 'valibot';

/** Request headers of individual endpoints. The provider parses them with these schemas, and passes a handler only the headers that its endpoint declares. */
export const REQUEST_HEADERS = {
  'If-Match': v.pipe(v.string(), v.description('`updatedAt` of the document that the changes were made to, or `*` for any; 412 if it has changed since.')),
  'Idempotency-Key': v.pipe(
    v.string(),
    v.regex(/^[\w-]{16,100}$/, 'must have 16 to 100 letters, digits, hyphens or underscores.'),
    v.description('Key that the client chooses. A request that is repeated with the same key takes effect once.'),
  ),
  'Form-Token': v.pipe(v.string(), v.description('Token of `createFormToken`, at least three seconds old; without one, fewer forms are accepted.')),
  'X-Session-Binding': v.pipe(
    v.string(),
    v.metadata({ description: 'With `cookie`, the session is bound to a cookie of this browser.', examples: ['cookie'] }),
  ),
} satisfies Readonly<Record<string, v.GenericSchema<string>>>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Values of these headers; undefined if the header is absent or the endpoint does not declare it. */
export type RequestHeaders = { readonly [Name in RequestHeader]?: string };
