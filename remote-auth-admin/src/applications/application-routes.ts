import { listApplications } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs, RouteObject } from '@site/shared/router';
import type { WaitingStore } from '../layout/waiting-counts.ts';
import type { ScreenRoute } from '../staff-screen.tsx';

export const applicationRoutes = ({ http }: HostServices, screen: ScreenRoute, waiting: WaitingStore): RouteObject[] => {
  const loader = async ({ request }: LoaderFunctionArgs) => {
    const applications = await http.call(listApplications, { signal: request.signal });
    if (applications.ok) waiting.setState({ applications: applications.value.filter(({ readAt }) => readAt === null).length });
    return applications;
  };
  return [
    screen({
      path: 'applications',
      chunk: 'applications',
      title: 'Volunteers',
      loader,
      load: async () => (await import(/* webpackChunkName: "applications" */ './applications-page.tsx')).ApplicationsPage,
    }),
    screen({
      path: 'applications/:id',
      chunk: 'application',
      title: 'Application',
      loader,
      load: async () => (await import(/* webpackChunkName: "application" */ './application-page.tsx')).ApplicationPage,
    }),
  ];
};
