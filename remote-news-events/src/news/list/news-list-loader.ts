import type { HostServices } from '@site/shared/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { type ListPage, listPage, readPageNumber } from '../../listing/list-page.ts';
import { getPublishedPosts } from '../news-api.ts';
import { type PostCardView, postCardView } from '../post-card-view.ts';

export type NewsListData = { readonly state: 'loaded'; readonly list: ListPage<PostCardView> } | { readonly state: 'failed' };

export const newsListLoader =
  (services: HostServices) =>
  async ({ request }: LoaderFunctionArgs) => {
    const posts = await getPublishedPosts(services, { signal: request.signal });
    if (!posts.ok) return data<NewsListData>({ state: 'failed' }, { status: 503 });
    const { items, page, pageCount } = listPage(posts.value, readPageNumber(request.url));
    return data<NewsListData>({ state: 'loaded', list: { items: items.map(postCardView), page, pageCount } });
  };
