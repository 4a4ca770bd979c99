import { SET_ADDRESS } from './release-set.ts';

const INTERVAL_MS = 1000;

/** For `npm run dev` alone: loads the page again as soon as the host serves another set than the one that it came with. */
export const reloadOnRelease = (setId: string): void => {
  setInterval(async () => {
    try {
      const { id }: { readonly id: string } = await (await fetch(SET_ADDRESS, { cache: 'no-store' })).json();
      if (id !== setId) window.location.reload();
    } catch {
      // The host is being started anew: the next second tells.
    }
  }, INTERVAL_MS);
};
