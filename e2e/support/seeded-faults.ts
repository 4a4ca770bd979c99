import type { createTeamCheckout } from './releases.ts';

export const LONG_TASK_MS = 2500;

/** Code added to a remote's source. Every page then has the fault named by `?q=<kind>` in its URL, and works without this parameter. */
const SOURCE = `
import type { PageRoute, RemoteRoute } from '@site/shared/remote/remote-contract';
import { useLocation } from '@site/shared/router';
import { type ReactNode, useEffect } from 'react';

const FAULTS: Readonly<Record<string, () => void>> = {
  error: () => void setTimeout(() => { throw new Error('a seeded error'); }),
  rejection: () => void Promise.reject(new Error('a seeded rejection')),
  'long-task': () => {
    const end = performance.now() + ${LONG_TASK_MS};
    while (performance.now() < end);
  },
  styles: () => void setTimeout(() => document.querySelectorAll('head link[rel=stylesheet][data-rspack]').forEach((link) => link.remove()), 1000),
  policy: () => { new Image().src = 'http://seeded.test/x.png'; },
};

const Seeded = ({ children }: { readonly children: ReactNode }) => {
  const seed = new URLSearchParams(useLocation().search).get('q') ?? '';
  const isServer = typeof window === 'undefined';
  if (seed === 'server' && isServer) throw new Error('a seeded fault of the server');
  if (seed === 'hydration' && !isServer) throw new Error('a seeded fault of hydration');
  useEffect(() => FAULTS[seed]?.(), [seed]);
  return children;
};

export const seedFaults = (routes: RemoteRoute[]): RemoteRoute[] =>
  routes.map((route): RemoteRoute => {
    const { lazy, children } = route as PageRoute;
    const seeded = children === undefined ? route : { ...route, children: seedFaults(children) };
    if (typeof lazy !== 'function') return seeded as RemoteRoute;
    const load = async () => {
      const { element, Component, ...page } = await lazy();
      return { ...page, element: <Seeded>{Component === undefined || Component === null ? element : <Component />}</Seeded> };
    };
    return { ...seeded, lazy: load } as RemoteRoute;
  });
`;

/**
 * Releases the remote with seeded faults, without the release checks. The data folder must contain an earlier release of the remote, which becomes the last
 * good version.
 */
export const releaseWithFaults = async (team: ReturnType<typeof createTeamCheckout>, remote: string): Promise<void> => {
  const folder = `remote-${remote}/src`;
  team.write(`${folder}/seeded-faults.tsx`, SOURCE);
  team.edit(
    `${folder}/routes.tsx`,
    'export const createRoutes = (',
    "import { seedFaults } from './seeded-faults.tsx';\nexport const createRoutes = (services: HostServices): RemoteRoute[] => seedFaults(createPlainRoutes(services));\nconst createPlainRoutes = (",
  );
  await team.force(remote);
};
