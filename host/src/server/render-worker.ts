import type { SiteConfig } from '@site/shared/contracts/site';
import type { Notice } from '../federation/page-data.ts';
import { createServerServices } from '../services/create-server-services.ts';
import { type ComposedPage, type ComposedResource, compose, type OwningRemote } from './compose.tsx';
import { FORM_TYPE, type PostedForm } from './form-posts.ts';
import { type PageAddresses, pageAddresses } from './page-addresses.ts';
import { loadServerBundle, type ServerBundle } from './remote-modules.ts';

/** One page to compose. The remote's code runs in this worker only, so that an endless loop costs a worker and not the server. */
export interface RenderTask {
  readonly url: string;
  readonly site: SiteConfig;
  readonly providerUrl: string;
  /** The owning remote's bundle; undefined where no remote owns the path, null where none can be loaded. */
  readonly bundle: ServerBundle | null | undefined;
  /** A form that was posted to the page. */
  readonly form?: PostedForm;
  /** How long the page's data may take, in milliseconds. */
  readonly dataLimitMs: number;
}

export type AddressTask = Pick<RenderTask, 'site' | 'providerUrl' | 'dataLimitMs'> & { readonly bundle: ServerBundle };

export type RenderedPage = ComposedPage & { readonly notices: readonly Notice[] };
export type RenderAnswer = RenderedPage | ComposedResource;

const owningRemote = async (bundle: RenderTask['bundle']): Promise<OwningRemote> => {
  if (bundle === undefined) return undefined;
  if (bundle === null) return { unavailable: 'no version of it can be loaded' };
  try {
    return { module: await loadServerBundle(bundle) };
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
};

// Without the time limit's signal: an aborted request would end the page before its loaders can say that their data did not come.
const requestOf = ({ url, form }: RenderTask): Request => {
  if (form === undefined) return new Request(url);
  const headers = { 'content-type': FORM_TYPE, 'x-forwarded-for': form.visitor };
  return new Request(url, { method: 'POST', headers, body: form.body });
};

/** Composes one page or document. */
export const render = async (task: RenderTask): Promise<RenderAnswer> => {
  const signal = AbortSignal.timeout(task.dataLimitMs);
  const { services, notices } = createServerServices(task.site, { providerUrl: task.providerUrl, signal });
  const remote = await owningRemote(task.bundle);
  const composed = await compose(task.site, services, remote, requestOf(task));
  return 'text' in composed ? composed : { ...composed, notices };
};

/** The remote's pages for the sitemap. Throws when its bundle cannot be loaded or its routes cannot be made. */
export const addresses = async ({ bundle, site, providerUrl, dataLimitMs }: AddressTask): Promise<PageAddresses> => {
  const signal = AbortSignal.timeout(dataLimitMs);
  const { createRoutes } = await loadServerBundle(bundle);
  return pageAddresses(createRoutes(createServerServices(site, { providerUrl, signal }).services), signal);
};

/** Answers once the bundle is loaded; throws the reason when it cannot be. */
export const probe = async (bundle: ServerBundle): Promise<void> => {
  await loadServerBundle(bundle);
};
