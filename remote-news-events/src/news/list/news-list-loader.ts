import type { HostServices } from '@site/shared/remote/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { type ListPage, readPageNumber } from '../../listing/list-page.ts';
import { getPublishedPage } from '../news-api.ts';
import { type PostCardView, postCardView } from '../post-card-view.ts';

export type NewsListData = { readonly state: 'loaded'; readonly list: ListPage<PostCardView> } | { readonly state: 'failed' };

export const newsListLoader =
  (services: HostServices) =>
  async ({ request }: LoaderFunctionArgs) => {
    const posts = await getPublishedPage(services, readPageNumber(request.url), { signal: request.signal });
    if (!posts.ok) return data<NewsListData>({ state: 'failed' }, { status: 503 });
    return data<NewsListData>({ state: 'loaded', list: { ...posts.value, items: posts.value.items.map(postCardView) } });
  };
