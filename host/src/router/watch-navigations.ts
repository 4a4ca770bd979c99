import type { createBrowserRouter, Location } from 'react-router-dom';
import { expectRender, finishRender } from '../federation/pending-render.ts';

/** Data that an area waits for may come over a slow connection; what it has all of is rendered within seconds on every device. */
const LOADING_LIMIT_MS = 60_000;
const RENDER_LIMIT_MS = 20_000;
/** Of one navigation. Pages redirect once, or twice. */
const REDIRECTS_LIMIT = 10;

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'state'>;

/** The router's own mark. */
const isRedirect = ({ state }: Location): boolean => typeof state === 'object' && state !== null && '_isRedirect' in state;

/** Calls back with the reason when a navigation is redirected for ever, loads for ever, or its area never renders: none of these throws. */
export const watchNavigations = (router: Router, onStuck: (reason: string) => void): void => {
  let shown = router.state.location.pathname;
  let loading: string | undefined;
  let redirects = 0;
  router.subscribe(({ navigation, location }) => {
    if (navigation.state !== 'idle') {
      const { location: next } = navigation;
      if (next.key === loading) return;
      if (loading === undefined) expectRender(LOADING_LIMIT_MS, () => onStuck('It does not finish to load.'));
      loading = next.key;
      redirects = isRedirect(next) ? redirects + 1 : 0;
      if (redirects <= REDIRECTS_LIMIT) return;
      redirects = 0;
      onStuck('It redirects for ever.');
      return;
    }
    loading = undefined;
    redirects = 0;
    // Rendered as before, apart from its data: nothing says when.
    if (location.pathname === shown) return finishRender();
    shown = location.pathname;
    expectRender(RENDER_LIMIT_MS, () => onStuck('It does not come to life.'));
  });
};
