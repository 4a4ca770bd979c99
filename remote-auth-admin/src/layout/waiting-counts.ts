import { getDashboard } from '@site/shared/contracts/dashboard';
import type { HostServices } from '@site/shared/remote/host-services';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What waits for a person, as the pills of the rail show it. */
export interface WaitingCounts {
  readonly drafts: number;
  readonly applications: number;
}

export type WaitingStore = StoreApi<WaitingCounts & { readonly isKnown: boolean }>;

/** Made once for the staff area. The screens tell it what they have loaded anyway, so that the rail seldom asks for anything of its own. */
export const createWaitingStore = (): WaitingStore =>
  createStore<WaitingCounts & { readonly isKnown: boolean }>()(() => ({ drafts: 0, applications: 0, isKnown: false }));

/** Asks for the counts when somebody enters by another screen than the dashboard. Without an answer there are no pills. */
export const learnWaiting = async ({ http }: Pick<HostServices, 'http'>, waiting: WaitingStore): Promise<void> => {
  if (waiting.getState().isKnown) return;
  const answer = await http.call(getDashboard, { silent: true });
  if (answer.ok) waiting.setState({ drafts: answer.value.posts.draft, applications: answer.value.newApplications, isKnown: true });
};
