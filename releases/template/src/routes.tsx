import type { HostServices } from '@site/shared/remote/host-services';
import { page, type RemoteRoute } from '@site/shared/remote/remote-contract';
import { storiesLoader } from './stories/stories-data.ts';

/** Creates the routes of this remote, with absolute paths below those in rspack.config.ts. They run in the browser, on the server and in tests. */
export const createRoutes = (services: HostServices): RemoteRoute[] => [
  {
    children: [
      page({
        path: '/stories',
        chunk: 'stories',
        render: 'content',
        loader: storiesLoader(services),
        head: () => ({ title: 'Stories', description: `Stories from ${services.site.organisationName}.` }),
        lazy: async () => {
          const { StoriesPage } = await import(/* webpackChunkName: "stories" */ './stories/stories-page.tsx');
          return { element: <StoriesPage /> };
        },
      }),
    ],
  },
];
