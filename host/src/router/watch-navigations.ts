import type { createBrowserRouter } from 'react-router-dom';
import { watchRender } from '../federation/pending-render.ts';

/** Time limit for rendering an area: longer than any device takes to render loaded content. */
const RENDER_LIMIT_S = 20;
/** Maximum number of redirects in one navigation. Real pages redirect once or twice. */
const MAX_REDIRECTS = 10;

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'subscribe' | 'state'>;

/** Calls `onStuck` when a navigation redirects endlessly or its area never renders, because neither case throws. */
export const watchNavigations = (router: Router, onStuck: () => unknown): void => {
  let shownKey = router.state.location.key;
  let loadingKey: string | undefined;
  let redirects = 0;
  router.subscribe(({ navigation: { location: next }, location: { key } }) => {
    if (next === undefined) {
      redirects = 0;
      if (key !== shownKey) watchRender(RENDER_LIMIT_S, onStuck);
      shownKey = key;
    } else if (next.key !== loadingKey) {
      loadingKey = next.key;
      redirects = next.state?._isRedirect ? redirects + 1 : 0;
      if (redirects < MAX_REDIRECTS) return;
      redirects = 0;
      onStuck();
    }
  });
};
