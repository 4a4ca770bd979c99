import type { SiteConfig } from '@site/shared/contracts/site';
import type { Notice } from '../../federation/page-data.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { ComposedPage, ComposedResource } from './compose.tsx';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A form as a browser posted it, and the visitor's address. */
export interface PostedForm {
  readonly body: string;
  readonly visitor: string;
}

/** One request to compose a response for. */
export interface RenderTask {
  readonly url: string;
  readonly site: SiteConfig;
  readonly providerUrl: string;
  /** The bundle of the remote that owns the path; undefined if there is none, null if it cannot be loaded. */
  readonly bundle: ServerBundle | null | undefined;
  readonly form?: PostedForm;
  /** The time limit of the page's data. */
  readonly dataLimitMs: number;
}

export type AddressTask = Pick<RenderTask, 'site' | 'providerUrl' | 'dataLimitMs'> & { readonly bundle: ServerBundle };

export type RenderedPage = ComposedPage & { readonly notices: readonly Notice[] };
export type RenderResult = RenderedPage | ComposedResource;
