// biome-ignore-all lint/style/noRestrictedImports: this bundle for comparison is built from the source of all parts; it is never deployed.
// biome-ignore-all lint/correctness/noUndeclaredDependencies: they are dependencies of the parts.
/**
 * The site as a single-page application: the same shell, router and pages in one build, rendered only in the browser, without federation. The home page and
 * its content are imported statically, so that they need no further request.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ConfettiOverlay } from '../../host/src/overlays/confetti.tsx';
import { OverlayLayer } from '../../host/src/overlays/toasts.tsx';
import { createSiteRoutes } from '../../host/src/router/site-routes.tsx';
import { createBrowserServices } from '../../host/src/services/create-browser-services.ts';
import { createRoutes } from '../../remote-marketing/src/routes.tsx';
import '@site/shared/styles/base.css';
import '../../remote-marketing/src/home/home-page.tsx';
import '../../remote-marketing/src/home/home-content.ts';
import type { SiteConfig } from '@site/shared/contracts/site';
import { toRouterRoutes } from '@site/shared/remote/router-routes';

/** Inlined at build time (rspack.config.ts). */
declare const SITE: SiteConfig;

const services = createBrowserServices(SITE);
const overlays = [<ConfettiOverlay key="confetti" />, <OverlayLayer key="overlays" auth={services.auth} site={services.site} />];
const router = createBrowserRouter(createSiteRoutes(SITE, toRouterRoutes(createRoutes(services)), overlays));
const root = document.getElementById('site');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
