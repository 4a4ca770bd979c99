import type { ApiError } from '@site/shared/contracts/api-error';
import type { QueryOf } from '@site/shared/contracts/endpoint';
import { getPost, type Post, pagePosts } from '@site/shared/contracts/post';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { getListPage, type ListPage } from '../listing/list-page.ts';

type Http = Pick<HostServices, 'http'>;

interface CallOptions {
  readonly signal: AbortSignal;
  /** The list beside an article: its failure costs that part alone, so it raises no toast of its own. */
  readonly silent?: boolean;
}

const isPublished = (post: Post): boolean => post.status === 'published';

const time = (post: Post): number => Date.parse(post.publishedAt ?? '') || 0;

type PostsQuery = Omit<QueryOf<typeof pagePosts>, 'status'>;

const getPosts = async ({ http }: Http, query: PostsQuery, options: CallOptions) => {
  const answer = await http.call(pagePosts, { ...options, query: { ...query, status: 'published' } });
  if (!answer.ok) return answer;
  const { items, page } = answer.value;
  return success({ items: items.filter(isPublished).sort((a, b) => time(b) - time(a)), page });
};

/**
 * Published posts, newest first; of a server that knows the query those that it asks for, else all. Drafts are left out here too:
 * staff with a token may get them from the provider.
 */
export const getPublishedPosts = async (services: Http, query: PostsQuery, options: CallOptions): Promise<Result<readonly Post[], ApiError>> => {
  const answer = await getPosts(services, query, options);
  return answer.ok ? success(answer.value.items) : answer;
};

/** One page of the published posts, without their content. */
export const getPublishedPage = (services: Http, wanted: number, options: CallOptions): Promise<Result<ListPage<Post>, ApiError>> =>
  getListPage(wanted, (window) => getPosts(services, { ...window, view: 'summary' }, options));

/** One published post; a draft is as missing as no post at all. */
export const getPublishedPost = async ({ http }: Http, slug: string, options: CallOptions): Promise<Result<Post, ApiError>> => {
  const answer = await http.call(getPost, { ...options, params: { idOrSlug: slug } });
  if (!answer.ok || isPublished(answer.value)) return answer;
  return failure({ kind: 'not-found', message: '' });
};
