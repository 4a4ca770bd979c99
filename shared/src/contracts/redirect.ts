import * as v from 'valibot';
import { SLUG_KINDS } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema } from './fields.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** A former address of a document, which leads to its present one: whoever opens `slug` is sent to the document, in one step. */
const redirectSchema = v.object({
  /** `post:former-slug` */
  _id: v.string(),
  kind: v.picklist(SLUG_KINDS),
  /** The former slug. */
  slug: v.string(),
  /** The document that had it last. */
  documentId: v.string(),
  /** Its present slug. */
  documentSlug: v.string(),
  documentTitle: v.string(),
  /** ISO 8601, UTC. */
  changedAt: v.string(),
});
export type Redirect = v.InferOutput<typeof redirectSchema>;

/** Former addresses of documents outside the trash, without those that another document has now; last changed first. `q` searches slugs and titles. `counts` are `all`. */
export const listRedirects = endpoint({
  method: 'GET',
  path: '/redirects',
  access: 'editor',
  envelope: 'data',
  query: v.object({ ...v.omit(listQuerySchema, ['status', 'scope']).entries, sort: sortQuery('slug', 'title', 'kind', 'changedAt') }),
  response: v.array(redirectSchema),
});
export const listRedirectsPage = paginated(listRedirects);

/** The former address leads nowhere from then on. */
export const deleteRedirect = endpoint({ method: 'DELETE', path: '/redirects/:id', access: 'editor', envelope: 'data', response: deletedSchema });
