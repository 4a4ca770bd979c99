import type { createBrowserRouter } from 'react-router-dom';
import { expectRender, finishRender } from '../federation/pending-render.ts';

/** Data that an area waits for may come over a slow connection; what it has all of is rendered within seconds on every device. */
const LOADING_LIMIT_S = 60;
const RENDER_LIMIT_S = 20;
/** Of one navigation. Pages redirect once, or twice. */
const REDIRECTS_LIMIT = 10;

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'state'>;

/** Calls back when a navigation is redirected for ever, loads for ever, or its area never renders: none of these throws. */
export const watchNavigations = (router: Router, onStuck: () => unknown): void => {
  let shown = router.state.location.pathname;
  let loading: string | undefined;
  let redirects = 0;
  router.subscribe(({ navigation: { location: next }, location: { pathname } }) => {
    if (next === undefined) {
      // Rendered as before, apart from its data: nothing says when.
      if (pathname === shown) finishRender();
      else expectRender(RENDER_LIMIT_S, onStuck);
      shown = pathname;
    } else if (next.key !== loading) {
      loading = next.key;
      redirects = next.state?._isRedirect ? redirects + 1 : 0;
      expectRender(LOADING_LIMIT_S, onStuck);
      if (redirects === REDIRECTS_LIMIT) onStuck();
    }
  });
};
