import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { focalPoint, list, moment, text } from './fields.ts';
import { listQuerySchema, pageOf, summaryView } from './list-query.ts';

/** `published` alone is public (DATA-07); a status that we do not know is treated as a draft. */
export const POST_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
export const postStatusSchema = v.picklist(POST_STATUSES);
export type PostStatus = v.InferOutput<typeof postStatusSchema>;

/** One news article (DATA-02). `content` is sanitised HTML; `publishedAt` an ISO-8601 moment; `featuredImageAlt` what the picture shows. */
export const postSchema = v.object({
  _id: v.string(),
  slug: text,
  title: text,
  content: text,
  excerpt: text,
  featuredImage: text,
  featuredImageAlt: text,
  featuredImageFocal: focalPoint,
  category: text,
  tags: list(v.string()),
  status: v.fallback(postStatusSchema, 'draft'),
  publishedAt: moment,
  updatedAt: moment,
  author: v.nullish(v.object({ name: text, avatar: text }), { name: '', avatar: '' }),
  isSample: v.nullish(v.boolean(), false),
});
export type Post = v.InferOutput<typeof postSchema>;

/**
 * `view=summary`: `content` is '' and `excerpt` the beginning of its words where none is stored. `beside` (id or slug) asks for one published post, its
 * neighbours in time and the two newest related ones, instead of the list.
 */
export const postQuerySchema = v.object({ ...listQuerySchema.entries, view: summaryView, beside: v.optional(v.pipe(v.string(), v.maxLength(100))) });

/** Newest first. */
export const listPosts = endpoint({ method: 'GET', path: '/posts', access: 'public', envelope: 'data', query: postQuerySchema, answer: v.array(postSchema) });
export const pagePosts = pageOf(listPosts);
export const getPost = endpoint({ method: 'GET', path: '/posts/:idOrSlug', access: 'public', envelope: 'data', answer: postSchema });
