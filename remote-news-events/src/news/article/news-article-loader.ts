import type { Post } from '@site/shared/contracts/post';
import { excerpt } from '@site/shared/domain/excerpt';
import { relatedPosts } from '@site/shared/domain/related-posts';
import type { RichTextNode } from '@site/shared/domain/rich-text';
import { plainText } from '@site/shared/domain/rich-text';
import type { HostServices } from '@site/shared/remote/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { getPublishedPost, getPublishedPosts } from '../news-api.ts';
import { type PostCardView, postCardView, postPath } from '../post-card-view.ts';
import { readingMinutes } from './reading-time.ts';

/** As long as search engines and messengers show. */
const DESCRIPTION_CHARACTERS = 200;

export interface PostLink {
  readonly path: string;
  readonly title: string;
}

export interface ArticleView {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly content: readonly RichTextNode[];
  readonly image: string;
  readonly imageAlt: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly author: { readonly name: string; readonly avatar: string };
  readonly readingMinutes: number;
}

export type NewsArticleData =
  | {
      readonly state: 'loaded';
      readonly article: ArticleView;
      readonly related: readonly PostCardView[];
      /** The next older and the next newer post. */
      readonly older: PostLink | null;
      readonly newer: PostLink | null;
    }
  | { readonly state: 'failed' }
  | { readonly state: 'missing' };

export const articleView = (post: Post, content: readonly RichTextNode[]): ArticleView => {
  const words = plainText(content);
  return {
    path: postPath(post),
    title: post.title,
    description: excerpt(post.excerpt || words, DESCRIPTION_CHARACTERS),
    content,
    image: post.featuredImage,
    imageAlt: post.featuredImageAlt,
    category: post.category,
    tags: post.tags,
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt,
    author: post.author ?? { name: '', avatar: '' },
    readingMinutes: readingMinutes(words),
  };
};

const postLink = (post: Post | undefined): PostLink | null => (post === undefined ? null : { path: postPath(post), title: post.title });

export const newsArticleLoader =
  (services: HostServices) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const { signal } = request;
    const [answer, list, { parseRichText }] = await Promise.all([
      getPublishedPost(services, params.slug ?? '', { signal }),
      getPublishedPosts(services, { view: 'summary', beside: params.slug ?? '' }, { signal, silent: true }),
      // Only where an article is read: a page that came with its data never asks for the parser.
      import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-rich-text'),
    ]);
    if (!answer.ok && answer.error.kind === 'not-found') return data<NewsArticleData>({ state: 'missing' }, { status: 404 });
    if (!answer.ok) return data<NewsArticleData>({ state: 'failed' }, { status: 503 });

    const post = answer.value;
    const posts = list.ok ? list.value : [];
    const position = posts.findIndex((other) => other._id === post._id);
    return data<NewsArticleData>({
      state: 'loaded',
      article: articleView(post, parseRichText(post.content, services.site.siteUrl)),
      related: relatedPosts(post, posts).map(postCardView),
      older: position < 0 ? null : postLink(posts[position + 1]),
      newer: position < 0 ? null : postLink(posts[position - 1]),
    });
  };
