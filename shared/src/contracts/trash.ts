import * as v from 'valibot';
import { KIND_NAMES } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** Number of days for which deleted content can be restored. */
export const TRASH_DAYS = 30;

export const TRASH_KINDS = [...KIND_NAMES, 'album', 'application', 'media'] as const;
const KINDS_MESSAGE = `must be a list of ${TRASH_KINDS.join(', ')}`;
const KIND_PATTERN = `(?:${TRASH_KINDS.join('|')})`;

/**
 * Item in the trash. It is restored with `POST /posts/:id/restore`, `/events/…`, `/gallery/…`, `/gallery/albums/…`, `/programs/…`, `/applications/…` or, for
 * the kind `media`, `/media/…`.
 */
export const trashedItemSchema = v.object({
  kind: v.picklist(TRASH_KINDS),
  _id: v.string(),
  title: v.string(),
  deletedAt: v.string(),
  /** Whether the item was published or scheduled. A restored item becomes a draft if it now lacks something that publication requires. */
  wasPublic: v.optional(v.boolean()),
});
export type TrashedItem = v.InferOutput<typeof trashedItemSchema>;

/**
 * Query of the trash. `q` searches titles and kinds. `kind` is a list, for example `post,event`. `media=true` includes images of the media library, which
 * earlier clients do not support. The only count is `all`.
 */
export const trashQuerySchema = v.object({
  ...v.omit(listQuerySchema, ['status', 'scope']).entries,
  sort: sortQuery('title', 'kind', 'deletedAt'),
  media: v.optional(v.picklist(['true'], 'must be true')),
  kind: v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^${KIND_PATTERN}(?:,${KIND_PATTERN})*$`), KINDS_MESSAGE),
      v.transform((kinds) => kinds.split(',')),
      v.array(v.picklist(TRASH_KINDS, KINDS_MESSAGE)),
    ),
  ),
});

/** Lists everything that the caller may restore, most recently deleted first. */
export const listTrash = endpoint({
  method: 'GET',
  path: '/trash',
  access: 'staff',
  envelope: 'data',
  query: trashQuerySchema,
  response: v.array(trashedItemSchema),
});
export const listTrashPage = paginated(listTrash);
