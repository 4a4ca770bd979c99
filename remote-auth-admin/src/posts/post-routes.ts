import { listPosts } from '@site/shared/contracts/post';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { WaitingStore } from '../layout/waiting-counts.ts';
import type { ScreenRoute } from '../staff-screen.tsx';

export const postRoutes = ({ http }: HostServices, screen: ScreenRoute, waiting: WaitingStore): RouteObject[] => [
  screen({
    path: 'posts',
    chunk: 'posts',
    title: 'News',
    loader: async ({ request }) => {
      const posts = await http.call(listPosts, { query: { status: 'all' }, signal: request.signal });
      if (posts.ok) waiting.setState({ drafts: posts.value.filter(({ status }) => status === 'draft').length });
      return posts;
    },
    load: async () => (await import(/* webpackChunkName: "posts" */ './post-list-page.tsx')).PostListPage,
  }),
];
