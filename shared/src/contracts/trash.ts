import * as v from 'valibot';
import { KIND_NAMES } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** How long deleted content can be restored. */
export const TRASH_DAYS = 30;

export const TRASH_KINDS = [...KIND_NAMES, 'album', 'application', 'media'] as const;

/** One item in the trash; `POST /posts/:id/restore`, `/events/…`, `/gallery/…`, `/gallery/albums/…`, `/programs/…`, `/applications/…` or, of kind `media`, `/media/…` restores it. */
export const trashedItemSchema = v.object({
  kind: v.picklist(TRASH_KINDS),
  _id: v.string(),
  title: v.string(),
  deletedAt: v.string(),
  /** It was on the site, or scheduled. Restored, it is a draft if it lacks something by now that it needs there. */
  wasPublic: v.optional(v.boolean()),
});
export type TrashedItem = v.InferOutput<typeof trashedItemSchema>;

/** `q` searches titles and kinds. `kind` is a list such as `post,event`. `media=true`: with images of the library, which clients of earlier releases do not know. `counts` are `all`. */
export const trashQuerySchema = v.object({
  ...v.omit(listQuerySchema, ['status', 'scope']).entries,
  sort: sortQuery('title', 'kind', 'deletedAt'),
  media: v.optional(v.picklist(['true'], 'must be true')),
  kind: v.optional(
    v.pipe(
      v.string(),
      v.transform((kinds) => kinds.split(',')),
      v.array(v.picklist(TRASH_KINDS, `must be a list of ${TRASH_KINDS.join(', ')}`)),
    ),
  ),
});

/** Everything that the caller may restore, last deleted first. */
export const listTrash = endpoint({
  method: 'GET',
  path: '/trash',
  access: 'staff',
  envelope: 'data',
  query: trashQuerySchema,
  response: v.array(trashedItemSchema),
});
export const listTrashPage = paginated(listTrash);
