import type { ApiError } from '@site/shared/contracts/api-error';
import type { QueryOf } from '@site/shared/contracts/endpoint';
import { getPost, listPostsPage, type Post } from '@site/shared/contracts/post';
import { splitWords } from '@site/shared/domain/collapse-spaces';
import { excerpt } from '@site/shared/domain/excerpt';
import { relatedPosts } from '@site/shared/domain/related-posts';
import { failure, type Result, success } from '@site/shared/domain/result';
import { plainText, type RichTextNode } from '@site/shared/domain/rich-text';
import { toSlug } from '@site/shared/domain/slug';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { summarise } from '@site/shared/domain/summarise';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs, redirect } from '@site/shared/router';
import { getListPage, type Page, readPageNumber } from '../listing/list-page.ts';
import { getListedAddresses, toImages } from '../listing/page-addresses.ts';
import { getTopicAddresses } from '../topics/topic-addresses.ts';
import { findTopic, findTopicName, type Topic, type TopicKind, type TopicReference } from '../topics/topics.ts';

type Http = Pick<HostServices, 'http'>;

interface CallOptions {
  readonly signal: AbortSignal;
  readonly silent?: boolean;
}

const isPublished = (post: Post): boolean => post.status === 'published';

const time = (post: Post): number => Date.parse(post.publishedAt ?? '') || 0;

type PostsQuery = Omit<QueryOf<typeof listPostsPage>, 'status'>;

const getPosts = async ({ http }: Http, query: PostsQuery, options: CallOptions) => {
  const response = await http.call(listPostsPage, { ...options, query: { ...query, status: 'published' } });
  if (!response.ok) return response;
  const { items, page } = response.value;
  return success({ items: items.filter(isPublished).sort((a, b) => time(b) - time(a)), page });
};

/**
 * Returns published posts that match the query, newest first, or all posts from servers that ignore it. Drafts are filtered out here too, because the provider
 * returns them to signed-in staff.
 */
const getPublishedPosts = async (services: Http, query: PostsQuery, options: CallOptions): Promise<Result<readonly Post[], ApiError>> => {
  const response = await getPosts(services, query, options);
  return response.ok ? success(response.value.items) : response;
};

/** Returns the published posts of a topic, or all news without a topic, with their position in the complete list. */
export const getNewsPosts = async (services: Http, topic: TopicReference | undefined, query: PostsQuery, options: CallOptions) => {
  if (topic === undefined) return getPosts(services, query, options);
  // The provider would reject this slug.
  if (toSlug(topic.slug) !== topic.slug) return failure({ kind: 'not-found' as const, message: '' });
  const response = await getPosts(services, { ...query, [topic.kind]: topic.slug }, options);
  if (!response.ok) return response;
  return success({ ...response.value, items: response.value.items.filter((post) => findTopicName(post, topic) !== undefined) });
};

const getPublishedPage = (
  services: Http,
  topic: TopicReference | undefined,
  requestedPage: number,
  options: CallOptions,
): Promise<Result<Page<Post>, ApiError>> => getListPage(requestedPage, (page) => getNewsPosts(services, topic, { ...page, view: 'summary' }, options));

interface PublishedPost {
  readonly post: Post;
  /** The post itself, its neighbours and related posts, newest first; empty if they cannot be loaded. */
  readonly nearbyPosts: readonly Post[];
}

/** Returns a published post. Drafts are treated as missing. */
const getPublishedPost = async (services: Http, slug: string, options: CallOptions): Promise<Result<PublishedPost, ApiError>> => {
  const response = await services.http.call(getPost, { ...options, params: { idOrSlug: slug }, query: { nearby: 'true' } });
  if (!response.ok) return response;
  const { nearby, ...post } = response.value;
  if (!isPublished(post)) return failure({ kind: 'not-found', message: '' });
  if (nearby !== undefined) return success({ post, nearbyPosts: nearby.filter(isPublished) });
  const list = await getPublishedPosts(services, { view: 'summary', relatedTo: slug }, { ...options, silent: true });
  return success({ post, nearbyPosts: list.ok ? list.value : [] });
};

const EXCERPT_CHARACTERS = 150;

/** Fields of a post that its small card below an article shows. All other fields are left out of the page's data. */
export interface RelatedPost {
  readonly path: string;
  readonly title: string;
  readonly image: string;
  readonly imageAlt: string;
  readonly imageColor?: string | undefined;
  readonly publishedAt: string | null;
}

export interface PostSummary extends RelatedPost {
  readonly excerpt: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly author: { readonly name: string; readonly avatar: string };
}

/** Returns the path of a post, with the id if the post has no slug. */
export const getPostPath = (post: Pick<Post, '_id' | 'slug'>): string => `/news/${encodeURIComponent(post.slug || post._id)}`;

const toRelatedPost = (post: Post): RelatedPost => ({
  path: getPostPath(post),
  title: post.title,
  image: post.featuredImage,
  imageAlt: post.featuredImageAlt,
  imageColor: post.featuredImageColor,
  publishedAt: post.publishedAt,
});

export const toPostSummary = (post: Post): PostSummary => ({
  ...toRelatedPost(post),
  excerpt: excerpt(post.excerpt || stripMarkup(post.content), EXCERPT_CHARACTERS),
  category: post.category,
  tags: post.tags,
  author: post.author ?? { name: '', avatar: '' },
});

/** Conservative reading speed of adults on a phone, in words per minute. */
const WORDS_PER_MINUTE = 200;

/** Returns the reading time in minutes, rounded up and at least 1. */
export const getReadingMinutes = (text: string): number => {
  return Math.max(1, Math.ceil(splitWords(text).length / WORDS_PER_MINUTE));
};

export type NewsListData =
  | { readonly state: 'loaded'; readonly list: Page<PostSummary>; readonly topic?: Topic }
  | { readonly state: 'missing' }
  | { readonly state: 'failed' };

export const loadNewsList = async (services: HostServices, { request, params }: LoaderFunctionArgs, kind?: TopicKind) => {
  const reference = kind === undefined ? undefined : { kind, slug: params.slug ?? '' };
  const posts = await getPublishedPage(services, reference, readPageNumber(request.url), { signal: request.signal });
  const missing = () => data<NewsListData>({ state: 'missing' }, { status: 404 });
  if (!posts.ok && posts.error.kind === 'not-found' && reference !== undefined) return missing();
  if (!posts.ok) return data<NewsListData>({ state: 'failed' }, { status: 503 });
  const { items } = posts.value;
  const topic = reference === undefined ? undefined : findTopic(items, reference);
  if (reference !== undefined && topic === undefined) return missing();
  const list = { ...posts.value, items: items.map(toPostSummary) };
  return data<NewsListData>({ state: 'loaded', list, ...(topic !== undefined && { topic }) });
};

/** Length that search engines and messengers display. */
const DESCRIPTION_CHARACTERS = 200;

export interface PostLink {
  readonly path: string;
  readonly title: string;
}

export interface ArticleContent {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly content: readonly RichTextNode[];
  readonly image: string;
  readonly imageAlt: string;
  readonly imageColor?: string | undefined;
  /** Image for link previews; '' if there is none. */
  readonly shareImage: string;
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
      readonly article: ArticleContent;
      readonly related: readonly RelatedPost[];
      readonly older: PostLink | null;
      readonly newer: PostLink | null;
    }
  | { readonly state: 'failed' }
  | { readonly state: 'missing' };

export const toArticle = (post: Post, content: readonly RichTextNode[]): ArticleContent => {
  const text = plainText(content);
  return {
    path: getPostPath(post),
    title: post.title,
    description: summarise(post.excerpt || text, DESCRIPTION_CHARACTERS),
    content,
    image: post.featuredImage,
    imageAlt: post.featuredImageAlt,
    imageColor: post.featuredImageColor,
    shareImage: post.shareImage ?? post.featuredImage,
    category: post.category,
    tags: post.tags,
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt,
    author: post.author ?? { name: '', avatar: '' },
    readingMinutes: getReadingMinutes(text),
  };
};

/** Returns the author of a draft. A name in the draft overrides the account's name. */
export const getDraftAuthor = ({ authorName, author }: Post): NonNullable<Post['author']> => ({
  name: authorName ?? author?.name ?? '',
  avatar: author?.avatar ?? '',
});

const toPostLink = (post: Post | undefined): PostLink | null => (post === undefined ? null : { path: getPostPath(post), title: post.title });

export const loadNewsArticle = async (services: HostServices, { request, params }: LoaderFunctionArgs) => {
  const { signal } = request;
  const [response, { parseSiteText }] = await Promise.all([
    getPublishedPost(services, params.slug ?? '', { signal }),
    // Loaded only for navigations, because pages rendered on the server already have their data.
    import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-site-text'),
  ]);
  if (!response.ok && response.error.kind === 'not-found') return data<NewsArticleData>({ state: 'missing' }, { status: 404 });
  if (!response.ok) return data<NewsArticleData>({ state: 'failed' }, { status: 503 });

  const { post, nearbyPosts } = response.value;
  // The URL contains a former slug.
  if (post.slug !== '' && params.slug !== post.slug && params.slug !== post._id) return redirect(getPostPath(post), 301);
  const position = nearbyPosts.findIndex((other) => other._id === post._id);
  return data<NewsArticleData>({
    state: 'loaded',
    article: toArticle(post, parseSiteText(post.content, services.site)),
    related: relatedPosts(post, nearbyPosts).map(toRelatedPost),
    older: position < 0 ? null : toPostLink(nearbyPosts[position + 1]),
    newer: position < 0 ? null : toPostLink(nearbyPosts[position - 1]),
  });
};

export const getPostAddresses = async (services: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const listed = await getListedAddresses(services, 'posts', signal);
  if (listed.ok) return success(listed.value.map((post) => ({ path: getPostPath(post), lastModified: post.updatedAt, ...toImages(post.image) })));
  if (listed.error.kind !== 'not-found') return listed;
  const posts = await getPublishedPosts(services, { view: 'summary' }, { signal });
  return posts.ok
    ? success(posts.value.map((post) => ({ path: getPostPath(post), lastModified: post.updatedAt ?? post.publishedAt, ...toImages(post.featuredImage) })))
    : posts;
};

export const getNewsTopicAddresses = (services: HostServices, kind: TopicKind, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> =>
  getTopicAddresses(services, { list: '/news', kind, type: kind === 'category' ? 'post-categories' : 'post-tags' }, signal, () =>
    getPublishedPosts(services, { view: 'summary' }, { signal }),
  );
