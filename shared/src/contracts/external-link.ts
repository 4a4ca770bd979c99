import * as v from 'valibot';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/**
 * `broken`: the page does not exist (404, 410), or the check failed on two nights. `failing`: the check failed once and is repeated the next night.
 * `unverifiable`: the site rejects automated requests, or the server cannot request the URL, so the result for visitors is unknown. `unchecked`: not checked
 * yet.
 */
const EXTERNAL_LINK_STATES = ['broken', 'failing', 'unverifiable', 'unchecked', 'works'] as const;
/**
 * Reason for the failure. `http`: see the response status. `untrusted`: this server cannot verify the certificate, though a browser might. `address`: the URL
 * contains a password or a port other than 80 and 443.
 */
const EXTERNAL_LINK_REASONS = ['', 'http', 'no-such-host', 'no-answer', 'certificate', 'redirects', 'untrusted', 'private-address', 'address'] as const;

const linkFaultFields = { reason: v.picklist(EXTERNAL_LINK_REASONS), httpStatus: v.nullable(v.number()) };

/** Broken link in a text, as found by the last check of its URL. */
export const brokenExternalLinkSchema = v.object({ href: v.string(), text: v.string(), ...linkFaultFields });
export type BrokenExternalLink = v.InferOutput<typeof brokenExternalLinkSchema>;

const externalLinkSchema = v.object({
  _id: v.string(),
  url: v.string(),
  state: v.picklist(EXTERNAL_LINK_STATES),
  ...linkFaultFields,
  /** ISO 8601 in UTC; null before the first check. */
  checkedAt: v.nullable(v.string()),
  /** Time of the first failure; null while the link works. */
  failedAt: v.nullable(v.string()),
  isIgnored: v.boolean(),
  /** Whether a requested check of the link will run soon. */
  isWaiting: v.boolean(),
  /** Published documents that contain the link; at most ten. */
  documents: v.array(v.object({ kind: v.picklist(VERSION_KINDS), _id: v.string(), title: v.string() })),
  documentCount: v.number(),
});
export type ExternalLink = v.InferOutput<typeof externalLinkSchema>;

/**
 * Lists links to other sites in published posts, events and programs. By default, broken links are first and ignored links last. `show` selects a state among
 * the links that are not ignored, or the ignored links. `q` searches URLs and document titles. The counts are `all` and `broken`.
 */
export const listExternalLinks = endpoint({
  method: 'GET',
  path: '/external-links',
  access: 'editor',
  envelope: 'data',
  query: v.object({
    ...v.omit(listQuerySchema, ['status', 'scope']).entries,
    sort: sortQuery('url', 'state', 'checkedAt'),
    show: v.optional(v.picklist(['broken', 'failing', 'unverifiable', 'ignored'], 'must be broken, failing, unverifiable or ignored')),
  }),
  response: v.array(externalLinkSchema),
});
export const listExternalLinksPage = paginated(listExternalLinks);

const changedLinkSchema = v.object({ _id: v.string(), url: v.string() });

/** Checks the link within a few seconds; `isWaiting` is true until then. 409 if the site does not check links. */
export const checkExternalLink = endpoint({
  method: 'POST',
  path: '/external-links/:id/check',
  access: 'editor',
  envelope: 'data',
  response: changedLinkSchema,
});

/** Ignores a link or stops ignoring it. Ignored links are not checked and need no attention. */
export const ignoreExternalLink = endpoint({
  method: 'PUT',
  path: '/external-links/:id',
  access: 'editor',
  envelope: 'data',
  body: v.object({ isIgnored: v.boolean('must be true or false') }),
  response: changedLinkSchema,
});
