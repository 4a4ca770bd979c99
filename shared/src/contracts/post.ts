import * as v from 'valibot';
import { contentKind, formSchema, richTextField, textField } from '../domain/content-kind.ts';
import { slugField, tagsField } from '../domain/form-fields.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { decorativeFlag, deletedSchema, focalPoint, imageColor, list, optionalText, staffFields, timestamp } from './fields.ts';
import { listQuerySchema, narrowingQuery, paginated, sortQuery, summaryView, topicSlug } from './pagination.ts';

/** News article (DATA-02). `content` is sanitised HTML, `publishedAt` is an ISO 8601 timestamp, and `featuredImageAlt` describes the image. */
export const postSchema = v.object({
  _id: v.string(),
  slug: optionalText,
  title: optionalText,
  content: optionalText,
  excerpt: optionalText,
  featuredImage: optionalText,
  featuredImageAlt: optionalText,
  featuredImageFocal: focalPoint,
  featuredImageColor: imageColor,
  decorative: decorativeFlag,
  /** URL of an image with title and date for link previews, 1200 x 630 pixels; absent for content that is not public, in summaries, and from other servers. */
  shareImage: v.optional(v.string()),
  category: optionalText,
  tags: list(v.string()),
  /** An unknown status is treated as a draft. */
  status: v.fallback(publicationStatusSchema, 'draft'),
  publishedAt: timestamp,
  updatedAt: timestamp,
  author: v.nullish(v.object({ name: optionalText, avatar: optionalText }), { name: '', avatar: '' }),
  ...staffFields,
  /** Author name as entered in the form; sent to staff only. */
  authorName: v.optional(v.string()),
  isSample: v.nullish(v.boolean(), false),
});
export interface Post extends v.InferOutput<typeof postSchema> {}

const postReference = v.optional(v.pipe(v.string(), maxCharacters(100)));

/**
 * Query of posts. With `view=summary`, `content` is '', and `excerpt` is the beginning of the text if none is stored. `relatedTo` (id or slug) requests one
 * published post, its neighbours in time and the two newest related posts instead of the list. `beside` is the former name of `relatedTo`, which other clients
 * may still send. `category` and `tag` are slugs of names: they list the published posts with that category or tag, newest first, and override the other
 * filters. `from` and `to` are publication days. The counts are `all` and `draft`.
 */
export const postQuerySchema = v.object({
  ...listQuerySchema.entries,
  view: summaryView,
  sort: sortQuery('title', 'status', 'category', 'author', 'publishedAt', 'updatedAt'),
  relatedTo: postReference,
  beside: postReference,
  category: topicSlug,
  tag: topicSlug,
  ...narrowingQuery,
});

/** Lists posts, newest first. */
export const listPosts = endpoint({ method: 'GET', path: '/posts', access: 'public', envelope: 'data', query: postQuerySchema, response: v.array(postSchema) });
export const listPostsPage = paginated(listPosts);

/**
 * Returns a post. `nearby=true` adds `nearby`: summaries of the published post, its neighbours in time and the two newest related posts, newest first. An
 * article page then needs no further request. Providers that do not support it omit `nearby`.
 */
export const getPost = endpoint({
  method: 'GET',
  path: '/posts/:idOrSlug',
  access: 'public',
  envelope: 'data',
  query: v.object({ nearby: v.optional(v.picklist(['true'], 'must be true')) }),
  response: v.object({ ...postSchema.entries, nearby: v.optional(v.array(postSchema)) }),
});

/** Posts as a kind of content (DATA-02), with the messages of NS-05. */
export const postKind = contentKind({
  name: 'post',
  fields: {
    title: textField({ label: 'Title', maxLength: 140, required: 'Enter a title' }),
    excerpt: textField({ label: 'Excerpt', maxLength: 300, search: 'summary' }),
    content: richTextField({ label: 'Content', requiredToPublish: 'Write something before you publish', search: 'text', inSummary: 'nothing' }),
    category: textField({ label: 'Category', maxLength: 60, requiredToPublish: 'Enter a category', search: 'summary' }),
    tags: { label: 'Tags', schema: tagsField, search: 'summary' },
    /** Defaults to the name of the author's account. */
    authorName: textField({ label: 'Author', maxLength: 100, isFilled: true, search: 'summary' }),
    /** Defaults to a slug made from the title. */
    slug: { label: 'Slug', schema: slugField, isFilled: true },
  },
  image: { name: 'featuredImage', label: 'Featured photo', altField: 'featuredImageAlt', removeField: 'removeFeaturedImage', altRequired: 'to-publish' },
  publishAtField: 'publishedAt',
});

/** Post form. The file field is `featuredImage`. */
export const postFormSchema = formSchema(postKind);
export type PostForm = v.InferOutput<typeof postFormSchema>;

export const createPost = endpoint({
  method: 'POST',
  path: '/posts',
  access: 'staff',
  envelope: 'data',
  body: postFormSchema,
  bodyType: 'multipart',
  file: { name: postKind.image.name, type: 'image/*' },
  response: postSchema,
  status: 201,
});
export const updatePost = endpoint({
  method: 'PUT',
  path: '/posts/:id',
  access: 'staff',
  envelope: 'data',
  body: postFormSchema,
  bodyType: 'multipart',
  file: { name: postKind.image.name, type: 'image/*' },
  acceptedHeaders: ['If-Match'],
  response: postSchema,
});
/** Moves the post to the trash for 30 days. */
export const deletePost = endpoint({ method: 'DELETE', path: '/posts/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Restores the post, under the next free slug if another post has taken its slug. Requires the same permission as deleting. */
export const restorePost = endpoint({ method: 'POST', path: '/posts/:id/restore', access: 'staff', envelope: 'data', response: postSchema });
