/** The program of a render thread. Remotes' code runs only here, so that an endless loop blocks a thread and not the server. */

import { getErrorMessage } from '@site/shared/domain/error-code';
import { keepOwnRoutes } from '../../federation/own-routes.ts';
import { createServerServices } from '../../services/create-server-services.ts';
import { loadServerBundle, type ServerBundle } from '../remotes/server-bundle.ts';
import { compose, type OwningRemote } from './compose.tsx';
import { getPageAddresses, type PageAddresses } from './page-addresses.ts';
import { type AddressTask, FORM_TYPE, type RenderResult, type RenderTask } from './render-task.ts';

const loadOwningRemote = async (bundle: RenderTask['bundle']): Promise<OwningRemote> => {
  if (bundle === undefined) return undefined;
  if (bundle === null) return { unavailable: 'none of its versions can be loaded' };
  try {
    return { module: await loadServerBundle(bundle), paths: bundle.paths };
  } catch (error) {
    return { unavailable: getErrorMessage(error) };
  }
};

// Without the signal of the time limit: an aborted request would end the page before its loaders can report that their data is missing.
const toRequest = ({ url, form }: RenderTask): Request => {
  if (form === undefined) return new Request(url);
  const headers = { 'content-type': FORM_TYPE, 'x-forwarded-for': form.visitor };
  return new Request(url, { method: 'POST', headers, body: form.body });
};

export const render = async (task: RenderTask): Promise<RenderResult> => {
  const signal = AbortSignal.timeout(task.dataLimitMs);
  const { services, notices } = createServerServices(task.site, { providerUrl: task.providerUrl, signal });
  const remote = await loadOwningRemote(task.bundle);
  const composed = await compose(task.site, services, remote, toRequest(task));
  return 'text' in composed ? composed : { ...composed, notices };
};

/** The remote's pages for the sitemap. Throws when its bundle cannot be loaded or its routes cannot be created. */
export const addresses = async ({ bundle, site, providerUrl, dataLimitMs }: AddressTask): Promise<PageAddresses> => {
  const signal = AbortSignal.timeout(dataLimitMs);
  const { createRoutes } = await loadServerBundle(bundle);
  return getPageAddresses(keepOwnRoutes(createRoutes(createServerServices(site, { providerUrl, signal }).services), bundle.paths), signal);
};

/** Resolves once the bundle is loaded; rejects with the reason when it cannot be. */
export const probe = async (bundle: ServerBundle): Promise<void> => {
  await loadServerBundle(bundle);
};
