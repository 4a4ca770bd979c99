import type { ApiError } from '@site/shared/contracts/api-error';
import { type Dashboard, getDashboard } from '@site/shared/contracts/dashboard';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import type { BadgeStore } from '../layout/badge-counts.ts';

export interface DashboardData {
  readonly dashboard: Result<Dashboard, ApiError>;
  /** The current time, for the greeting and for texts like "2 hours ago". */
  readonly now: number;
}

export const dashboardLoader =
  ({ http }: HostServices, badges: BadgeStore) =>
  async ({ request }: LoaderFunctionArgs): Promise<DashboardData> => {
    const dashboard = await http.call(getDashboard, { signal: request.signal });
    if (dashboard.ok) badges.setState({ drafts: dashboard.value.posts.draft, applications: dashboard.value.newApplications, isLoaded: true });
    return { dashboard, now: Date.now() };
  };
