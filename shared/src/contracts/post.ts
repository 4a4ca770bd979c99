import * as v from 'valibot';
import { contentKind, formSchema, richTextField, textField } from '../domain/content-kind.ts';
import { slugField, tagsField } from '../domain/form-fields.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { decorativeFlag, deletedSchema, focalPoint, imageColor, list, optionalText, staffFields, timestamp } from './fields.ts';
import { listQuerySchema, narrowingQuery, paginated, sortQuery, summaryView, topicSlug } from './pagination.ts';

/** One news article (DATA-02). `content` is sanitised HTML; `publishedAt` an ISO-8601 timestamp; `featuredImageAlt` describes the image. */
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
  /** Address of an image with title and date for link previews, 1200 x 630 pixels; absent for what is not public, in summaries, and from other servers. */
  shareImage: v.optional(v.string()),
  category: optionalText,
  tags: list(v.string()),
  /** An unknown status counts as a draft. */
  status: v.fallback(publicationStatusSchema, 'draft'),
  publishedAt: timestamp,
  updatedAt: timestamp,
  author: v.nullish(v.object({ name: optionalText, avatar: optionalText }), { name: '', avatar: '' }),
  ...staffFields,
  /** For staff: `author.name`, as the form has it. */
  authorName: v.optional(v.string()),
  isSample: v.nullish(v.boolean(), false),
});
export interface Post extends v.InferOutput<typeof postSchema> {}

const postReference = v.optional(v.pipe(v.string(), v.maxLength(100)));

/**
 * `view=summary`: `content` is '' and `excerpt` the beginning of its text where none is stored. `relatedTo` (id or slug) asks for one published post, its
 * neighbours in time and the two newest related ones, instead of the list; `beside` is its former name, which other clients may still send.
 * `category` and `tag` are slugs of names: the response has the published posts of that category, or with that tag, newest first, whatever else the query selects.
 * `from` and `to` are days of the publication. `counts` are `all` and `draft`.
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

/** Newest first. */
export const listPosts = endpoint({ method: 'GET', path: '/posts', access: 'public', envelope: 'data', query: postQuerySchema, response: v.array(postSchema) });
export const listPostsPage = paginated(listPosts);

/**
 * `nearby=true` asks for summaries of a published post, of its neighbours in time and of the two newest related ones, newest first, as `nearby`: an article needs no further
 * call. Providers that do not know it leave them out.
 */
export const getPost = endpoint({
  method: 'GET',
  path: '/posts/:idOrSlug',
  access: 'public',
  envelope: 'data',
  query: v.object({ nearby: v.optional(v.picklist(['true'], 'must be true')) }),
  response: v.object({ ...postSchema.entries, nearby: v.optional(v.array(postSchema)) }),
});

/** A post (DATA-02), with the messages of NS-05. */
export const postKind = contentKind({
  name: 'post',
  fields: {
    title: textField({ label: 'Title', maxLength: 140, required: 'Enter a title' }),
    excerpt: textField({ label: 'Excerpt', maxLength: 300, search: 'summary' }),
    content: richTextField({ label: 'Content', requiredToPublish: 'Write something before you publish', search: 'text', inSummary: 'nothing' }),
    category: textField({ label: 'Category', maxLength: 60, requiredToPublish: 'Enter a category', search: 'summary' }),
    tags: { label: 'Tags', schema: tagsField, search: 'summary' },
    /** The name of the account that wrote it when it is empty. */
    authorName: textField({ label: 'Author', maxLength: 100, isFilled: true, search: 'summary' }),
    /** Made from the title when it is empty. */
    slug: { label: 'Slug', schema: slugField, isFilled: true },
  },
  image: { name: 'featuredImage', label: 'Featured image', altField: 'featuredImageAlt', removeField: 'removeFeaturedImage', altRequired: 'to-publish' },
  publishAtField: 'publishedAt',
});

/** The file field is `featuredImage`. */
export const postFormSchema = formSchema(postKind);
export type PostForm = v.InferOutput<typeof postFormSchema>;

export const createPost = endpoint({
  method: 'POST',
  path: '/posts',
  access: 'staff',
  envelope: 'data',
  body: postFormSchema,
  bodyType: 'multipart',
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
  response: postSchema,
});
/** Moves it to the trash, for 30 days. */
export const deletePost = endpoint({ method: 'DELETE', path: '/posts/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Restores it, under the next free slug if another post has taken its own. Requires the same permission as deleting. */
export const restorePost = endpoint({ method: 'POST', path: '/posts/:id/restore', access: 'staff', envelope: 'data', response: postSchema });
