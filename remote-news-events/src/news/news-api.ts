import type { ApiError } from '@site/shared/contracts/api-error';
import { getPost, listPosts, type Post } from '@site/shared/contracts/post';
import type { HostServices } from '@site/shared/host-services';
import { failure, type Result, success } from '@site/shared/result';

type Http = Pick<HostServices, 'http'>;

interface CallOptions {
  readonly signal: AbortSignal;
  /** The list beside an article: its failure costs that part alone, so it raises no toast of its own. */
  readonly silent?: boolean;
}

const isPublished = (post: Post): boolean => post.status === 'published';

const time = (post: Post): number => Date.parse(post.publishedAt ?? '') || 0;

/** Published posts, newest first. Drafts are left out here too: staff with a token get them from the provider. */
export const getPublishedPosts = async ({ http }: Http, options: CallOptions): Promise<Result<readonly Post[], ApiError>> => {
  const answer = await http.call(listPosts, options);
  if (!answer.ok) return answer;
  return success(answer.value.filter(isPublished).sort((a, b) => time(b) - time(a)));
};

/** One published post; a draft is as missing as no post at all. */
export const getPublishedPost = async ({ http }: Http, slug: string, options: CallOptions): Promise<Result<Post, ApiError>> => {
  const answer = await http.call(getPost, { ...options, params: { idOrSlug: slug } });
  if (!answer.ok || isPublished(answer.value)) return answer;
  return failure({ kind: 'not-found', message: '' });
};
