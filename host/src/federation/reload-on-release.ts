import { SET_ADDRESS } from './release-set.ts';

const INTERVAL_MS = 1000;

/** For `npm run dev` only: reloads the page as soon as the host serves another set. */
export const reloadOnRelease = (setId: string): void => {
  setInterval(async () => {
    try {
      const { id }: { readonly id: string } = await (await fetch(SET_ADDRESS, { cache: 'no-store' })).json();
      if (id !== setId) window.location.reload();
    } catch {
      // The host is restarting: try again in a second.
    }
  }, INTERVAL_MS);
};
