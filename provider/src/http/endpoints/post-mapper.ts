import type { PostForm } from '@site/shared/contracts/post';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Database } from '../../database/connection.ts';
import type { PostRow } from '../../database/post-queries.ts';
import { writeTags } from '../../database/tags.ts';
import { nextTimestamp } from '../../domain/edit-conflicts.ts';
import { ValidationError } from '../../domain/errors.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { Staff } from '../../domain/permissions.ts';
import { hasVisibleContent, sanitiseHtml } from '../../domain/sanitise-html.ts';
import { findFreeSlug, toSlug } from '../../domain/slugs.ts';

/** Columns that the form writes. */
export interface PostColumns {
  readonly slug: string;
  readonly title: string;
  readonly search_key: string;
  readonly content: string;
  readonly excerpt: string;
  readonly category: string;
  readonly tags: string;
  readonly status: PublicationStatus;
  readonly published_at: string | null;
  readonly picture_alt: string;
  readonly updated_at: string;
}

const chooseSlug = async (db: Database, form: PostForm, current: PostRow | undefined, title: string): Promise<string> => {
  if (form.slug !== undefined && form.slug !== '') return form.slug;
  if (current !== undefined) return current.slug;
  return findFreeSlug(toSlug(title), async (slug) => (await db.selectFrom('posts').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined);
};

const choosePublishedAt = (form: PostForm, current: PostRow | undefined, status: PublicationStatus, now: Date): string | null => {
  const wanted = form.publishedAt ?? current?.published_at ?? null;
  return status === 'published' ? (wanted ?? now.toISOString()) : wanted;
};

/** What is stored with what the form says over it; the rules of NS-05 hold for the outcome. */
export const mergePost = async (db: Database, form: PostForm, current: PostRow | undefined, now: Date): Promise<PostColumns> => {
  const title = form.title ?? current?.title ?? '';
  const status = form.status ?? current?.status ?? 'draft';
  return {
    slug: await chooseSlug(db, form, current, title),
    title,
    search_key: foldText(title),
    content: form.content === undefined ? (current?.content ?? '') : sanitiseHtml(form.content),
    excerpt: form.excerpt ?? current?.excerpt ?? '',
    category: form.category ?? current?.category ?? '',
    tags: form.tags === undefined ? (current?.tags ?? '[]') : writeTags(form.tags),
    status,
    published_at: choosePublishedAt(form, current, status, now),
    picture_alt: form.featuredImageAlt ?? current?.picture_alt ?? '',
    updated_at: nextTimestamp(now, current?.updated_at),
  };
};

/** Throws one error with a message for each field that is not right. */
export const checkPost = (columns: PostColumns, hasImage: boolean, now: Date): void => {
  const errors: Record<string, string> = {};
  if (columns.title === '') errors.title = 'Enter a title';
  if (columns.category === '') errors.category = 'Enter a category';
  const goesOut = columns.status === 'published' || columns.status === 'scheduled';
  if (goesOut && !hasVisibleContent(columns.content)) errors.content = 'Write something before you publish';
  if (goesOut && hasImage && columns.picture_alt === '') errors.featuredImageAlt = 'Say what the picture shows';
  if (columns.status === 'scheduled' && (columns.published_at ?? '') <= now.toISOString()) errors.publishedAt = 'Choose a date and time in the future';
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
};

/** Columns that only a new post gets. */
export const newPostColumns = (staff: Staff, now: Date) => ({
  author_id: staff.id,
  author_name: staff.name,
  author_picture_id: null,
  is_sample: 0 as const,
  created_at: now.toISOString(),
});
