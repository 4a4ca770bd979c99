import type { ApiError } from '@site/shared/contracts/api-error';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { getPublishedPosts } from './news-api.ts';
import { postPath } from './post-card-view.ts';

/** Every article, for the sitemap. */
export const getPostAddresses = async (services: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const posts = await getPublishedPosts(services, { view: 'summary' }, { signal });
  return posts.ok ? success(posts.value.map((post) => ({ path: postPath(post), lastModified: post.updatedAt ?? post.publishedAt }))) : posts;
};
