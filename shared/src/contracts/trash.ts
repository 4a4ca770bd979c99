import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** How long what was deleted can be restored. */
export const TRASH_DAYS = 30;

/** One thing in the trash; `POST /posts/:id/restore`, `/events/…`, `/gallery/…`, `/gallery/albums/…`, `/programs/…` or `/applications/…` brings it back. */
export const trashedItemSchema = v.object({
  kind: v.picklist(['post', 'event', 'image', 'album', 'program', 'application']),
  _id: v.string(),
  title: v.string(),
  deletedAt: v.string(),
});
export type TrashedItem = v.InferOutput<typeof trashedItemSchema>;

/** What the caller may restore, last deleted first. */
export const listTrash = endpoint({ method: 'GET', path: '/trash', access: 'staff', envelope: 'data', response: v.array(trashedItemSchema) });
