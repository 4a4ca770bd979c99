import { listPosts } from '@site/shared/contracts/post';
import type { HostServices } from '@site/shared/remote/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';

export interface Story {
  readonly id: string;
  readonly title: string;
}

/** Plain JSON, because it is embedded in the page's HTML. */
export type StoriesData = { readonly state: 'loaded'; readonly stories: readonly Story[] } | { readonly state: 'failed' };

export const storiesLoader =
  ({ http }: Pick<HostServices, 'http'>) =>
  async ({ request }: LoaderFunctionArgs) => {
    const posts = await http.call(listPosts, { signal: request.signal, silent: true });
    if (!posts.ok) return data<StoriesData>({ state: 'failed' }, { status: 503 });
    return data<StoriesData>({ state: 'loaded', stories: posts.value.map(({ _id, title }) => ({ id: _id, title })) });
  };
