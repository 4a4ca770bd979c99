import * as v from 'valibot';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/**
 * `broken`: nothing is there (404, 410), or it failed in two nights. `failing`: it failed once, and is checked again in the next night. `unverifiable`: the site refuses
 * programs, or the address cannot be requested from a server; nobody knows what visitors get. `unchecked`: not yet.
 */
const EXTERNAL_LINK_STATES = ['broken', 'failing', 'unverifiable', 'unchecked', 'works'] as const;
/**
 * Why it does not work: `http` stands for the response's status. `untrusted`: a certificate that this server cannot verify, though a browser might. `address`: a port other
 * than 80 and 443, or a password in the address.
 */
const EXTERNAL_LINK_REASONS = ['', 'http', 'no-such-host', 'no-answer', 'certificate', 'redirects', 'untrusted', 'private-address', 'address'] as const;

const linkFaultFields = { reason: v.picklist(EXTERNAL_LINK_REASONS), httpStatus: v.nullable(v.number()) };

/** A link of a text that leads nowhere, as the last check of its address has found. */
export const brokenExternalLinkSchema = v.object({ href: v.string(), text: v.string(), ...linkFaultFields });
export type BrokenExternalLink = v.InferOutput<typeof brokenExternalLinkSchema>;

const externalLinkSchema = v.object({
  _id: v.string(),
  url: v.string(),
  state: v.picklist(EXTERNAL_LINK_STATES),
  ...linkFaultFields,
  /** ISO 8601, UTC; null before the first check. */
  checkedAt: v.nullable(v.string()),
  /** Since when it has failed; null while it works. */
  failedAt: v.nullable(v.string()),
  isIgnored: v.boolean(),
  /** Somebody has asked for a check, which is about to be made. */
  isWaiting: v.boolean(),
  /** The published documents that contain it, ten at most. */
  documents: v.array(v.object({ kind: v.picklist(VERSION_KINDS), _id: v.string(), title: v.string() })),
  /** How many there are. */
  documentCount: v.number(),
});
export type ExternalLink = v.InferOutput<typeof externalLinkSchema>;

/**
 * Links to other sites in published posts, events and programs; by default the broken ones first, and the ignored ones last. `show` selects those that are not ignored, or
 * that are; `q` searches addresses and titles of documents. `counts` are `all` and `broken`.
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

const changedSchema = v.object({ _id: v.string(), url: v.string() });

/** Checks it within some seconds: `isWaiting` until then. 409 where the site checks no links. */
export const checkExternalLink = endpoint({ method: 'POST', path: '/external-links/:id/check', access: 'editor', envelope: 'data', response: changedSchema });

/** An ignored link is checked no more, and needs no attention. */
export const ignoreExternalLink = endpoint({
  method: 'PUT',
  path: '/external-links/:id',
  access: 'editor',
  envelope: 'data',
  body: v.object({ isIgnored: v.boolean('must be true or false') }),
  response: changedSchema,
});
