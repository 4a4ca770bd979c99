import { getDashboard } from '@site/shared/contracts/dashboard';
import type { HostServices } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Counts of pending work, shown as badges in the navigation. */
export interface BadgeCounts {
  readonly drafts: number;
  readonly applications: number;
}

export type BadgeStore = StoreApi<BadgeCounts & { readonly isLoaded: boolean }>;

/**
 * Creates the badge-count store, one for the whole staff area. Screens that load the counts anyway also update the store, so that the navigation rarely needs a
 * separate request.
 */
export const createBadgeStore = (): BadgeStore => createStore(() => ({ drafts: 0, applications: 0, isLoaded: false }));

/** Loads the counts unless the first screen has already loaded them. If the request fails, no badges are shown. */
export const loadBadges = async ({ http }: Pick<HostServices, 'http'>, badges: BadgeStore): Promise<void> => {
  if (badges.getState().isLoaded) return;
  const dashboard = await http.call(getDashboard, { silent: true });
  if (dashboard.ok) badges.setState({ drafts: dashboard.value.posts.draft, applications: dashboard.value.newApplications, isLoaded: true });
};
