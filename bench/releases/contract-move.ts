import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseStore } from '@site/releases/release-store';
import type { Checkout, Edit } from '../bad-builds/checkout.ts';

const REMOTES = ['gallery', 'news-events', 'marketing', 'auth-admin'];
const ROUTES = 'export const createRoutes = (';

/** Converts a remote to contract version 1, in which the `handle` of each route describes its page. */
const getEdits = (remote: string): readonly Edit[] => [
  { file: `remote-${remote}/rspack.config.ts`, from: `  name: '${remote}',`, to: `  name: '${remote}',\n  contract: 1,`, isChecked: true },
  {
    file: `remote-${remote}/src/routes.tsx`,
    from: ROUTES,
    to: `const toVersion1 = (routes) => routes.map(({ chunk, render, head, addresses, children, ...route }) =>
  ({ ...route, ...(chunk && { handle: { chunk, render, head, addresses } }), ...(children && { children: toVersion1(children) }) }));
export const createRoutes = (services) => toVersion1(createVersion2(services));
const createVersion2 = (`,
  },
];

/** Builds and activates every remote with contract version 1. Returns the names of the remotes. */
export const moveToContract1 = async (checkout: Checkout, store: ReleaseStore): Promise<readonly string[]> => {
  for (const remote of REMOTES)
    await checkout.withBuild(remote, getEdits(remote), async (workspace) => {
      const { contract }: { readonly contract: number } = JSON.parse(readFileSync(join(workspace, 'dist/browser/build.json'), 'utf8'));
      if (contract !== 1) throw new Error(`${remote} is built for version ${contract} of the contract.`);
      await store.activate(await store.publish(remote, '1.0.0', join(workspace, 'dist')));
    });
  return REMOTES;
};
