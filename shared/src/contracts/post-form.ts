import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { deletedSchema, flagField, momentField, pictureFields, slugField, tagsField, trimmed, updatedAtField } from './form-fields.ts';
import { POST_STATUSES, postSchema } from './post.ts';

/** Fields of the post form, with the messages of NS-05. The file goes as `featuredImage`. What must be there to publish is judged with what is stored. */
export const postFormSchema = v.object({
  title: v.optional(v.pipe(trimmed(140), v.nonEmpty('Enter a title'))),
  /** Made from the title when it is empty. */
  slug: v.optional(slugField),
  excerpt: v.optional(trimmed(300)),
  content: v.optional(v.pipe(v.string(), v.maxLength(200_000, 'Use 200000 characters or fewer'))),
  category: v.optional(v.pipe(trimmed(60), v.nonEmpty('Enter a category'))),
  tags: v.optional(tagsField),
  status: v.optional(v.picklist(POST_STATUSES, 'must be draft, scheduled, published or archived')),
  publishedAt: v.optional(momentField),
  featuredImageAlt: v.optional(trimmed(300)),
  removeFeaturedImage: v.optional(flagField),
  updatedAt: updatedAtField,
  ...pictureFields,
});
export type PostForm = v.InferOutput<typeof postFormSchema>;

export const createPost = endpoint({
  method: 'POST',
  path: '/posts',
  access: 'staff',
  envelope: 'data',
  body: postFormSchema,
  bodyType: 'multipart',
  answer: postSchema,
  status: 201,
});
export const updatePost = endpoint({
  method: 'PUT',
  path: '/posts/:id',
  access: 'staff',
  envelope: 'data',
  body: postFormSchema,
  bodyType: 'multipart',
  answer: postSchema,
});
/** Into the trash, for 30 days. */
export const deletePost = endpoint({ method: 'DELETE', path: '/posts/:id', access: 'staff', envelope: 'data', answer: deletedSchema });
/** Back from the trash, by whom may delete; under the next free slug when another post has taken its own. */
export const restorePost = endpoint({ method: 'POST', path: '/posts/:id/restore', access: 'staff', envelope: 'data', answer: postSchema });
