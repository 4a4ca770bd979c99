import { SET_URL } from './release-set.ts';

const INTERVAL_MS = 1000;

/** Reloads the page as soon as the host serves another set. Only `npm run dev` uses this function. */
export const reloadOnRelease = (setId: string): void => {
  setInterval(async () => {
    try {
      const { id }: { readonly id: string } = await (await fetch(SET_URL, { cache: 'no-store' })).json();
      if (id !== setId) window.location.reload();
    } catch {
      // The host is restarting. The next check follows a second later.
    }
  }, INTERVAL_MS);
};
