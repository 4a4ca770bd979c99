import * as v from 'valibot';
import { SLUG_KINDS } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema } from './fields.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** Redirect from a document's former URL to its current URL: a visitor who opens `slug` reaches the document in a single redirect. */
const redirectSchema = v.object({
  /** `post:former-slug` */
  _id: v.string(),
  kind: v.picklist(SLUG_KINDS),
  /** Former slug. */
  slug: v.string(),
  /** Document that last had the slug. */
  documentId: v.string(),
  /** Current slug of the document. */
  documentSlug: v.string(),
  documentTitle: v.string(),
  /** ISO 8601 in UTC. */
  changedAt: v.string(),
});
export type Redirect = v.InferOutput<typeof redirectSchema>;

/**
 * Lists redirects to documents outside the trash, most recent change first, excluding those whose slug another document now uses. `q` searches slugs and
 * titles. The only count is `all`.
 */
export const listRedirects = endpoint({
  method: 'GET',
  path: '/redirects',
  access: 'editor',
  envelope: 'data',
  query: v.object({ ...v.omit(listQuerySchema, ['status', 'scope']).entries, sort: sortQuery('slug', 'title', 'kind', 'changedAt') }),
  response: v.array(redirectSchema),
});
export const listRedirectsPage = paginated(listRedirects);

/** Deletes a redirect; links to the former URL are then broken. */
export const deleteRedirect = endpoint({ method: 'DELETE', path: '/redirects/:id', access: 'editor', envelope: 'data', response: deletedSchema });
