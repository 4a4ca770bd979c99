import type { SiteConfig } from '@site/shared/contracts/site';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { NO_TRACING, type Tracing } from '@site/shared/domain/tracing';
import type { Area } from '../isolation/protocol.ts';
import type { RemoteProcesses } from '../isolation/remote-processes.ts';
import { COMPLETE, type DataState, RemoteFault, type RenderedArea, type RenderRequest } from '../isolation/remote-request.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import { type AreaResponseOptions, createAreaResponses } from './area-responses.ts';
import type { ComposedPage, ComposedResource } from './composed-page.ts';

interface PageComposerOptions extends AreaResponseOptions {
  readonly processes: Pick<RemoteProcesses, 'render'>;
  readonly tracing?: Tracing;
}

interface PageRequest extends RenderRequest {
  readonly path: string;
  /** Additional links in the Explore group. */
  readonly links?: SiteConfig['exploreLinks'];
  /** Versions of the remote that owns the path, with the active version first. Empty if none can be loaded; undefined if no remote owns the path. */
  readonly versions: readonly ServerBundle[] | undefined;
}

interface VersionFault {
  readonly bundle: ServerBundle;
  readonly message: string;
}

type Attempt =
  | { readonly response: ComposedPage | ComposedResource; readonly data: DataState }
  | { readonly message: string; readonly area?: Area; readonly data?: DataState; readonly hasWritten: boolean; readonly isShared: boolean };

/** A composed response. `used` is the index of the version that delivered it. */
export interface Composition {
  readonly response: ComposedPage | ComposedResource;
  readonly used: number;
  readonly faults: readonly VersionFault[];
  readonly data: DataState;
}

/** Composes responses from the shell, which the host renders, and the area, which the remote's process delivers. */
export const createPageComposer = ({ site, getShell, processes, tracing = NO_TRACING }: PageComposerOptions) => {
  const { acceptArea, composeShell, composeNotFound, composeFailure } = createAreaResponses({ site, getShell });

  /** Tries one version. Returns its response, or the reason why there is none. */
  const attempt = async (bundle: ServerBundle, request: PageRequest): Promise<Attempt> => {
    let delivered: RenderedArea;
    const span = request.trace === undefined ? undefined : tracing.startSpan(`render ${bundle.remote}`, 'internal', request.trace);
    try {
      delivered = await processes.render(bundle, span === undefined ? request : { ...request, trace: span.context });
      span?.end({ attributes: { version: bundle.version } });
    } catch (error) {
      span?.end({ attributes: { version: bundle.version }, isError: true });
      // A bundle that cannot be read also counts as a fault in the version.
      const { hasWritten, isShared } = error instanceof RemoteFault ? error : { hasWritten: false, isShared: false };
      return { message: getErrorMessage(error), hasWritten, isShared };
    }
    const { area, hasWritten, data } = delivered;
    try {
      return { response: await acceptArea(area, request), data };
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      return { message: error.message, area, data, hasWritten, isShared: false };
    }
  };

  /**
   * Composes the response to one request with the first version that succeeds. A form that was already passed on is not sent again with another version. Throws
   * only if the shell itself cannot be rendered.
   */
  return async (request: PageRequest): Promise<Composition> => {
    const { form, versions } = request;
    const faults: VersionFault[] = [];
    if (versions === undefined) {
      const response = form === undefined ? await composeNotFound(request) : await composeShell(request, 'browser', 405, null);
      return { response, used: 0, faults, data: COMPLETE };
    }
    let last: Attempt | undefined;
    for (const [index, bundle] of versions.entries()) {
      last = await attempt(bundle, request);
      // There is no other version, and another request may have ended this version's process.
      if (!('response' in last) && last.isShared && !last.hasWritten && versions.length === 1) last = await attempt(bundle, request);
      if ('response' in last) return { response: last.response, used: index, faults, data: last.data };
      faults.push({ bundle, message: last.message });
      if (last.hasWritten) break;
    }
    const { area, data = COMPLETE } = last !== undefined && 'area' in last ? last : {};
    return { response: await composeFailure(request, area), used: 0, faults, data };
  };
};
export type ComposePage = ReturnType<typeof createPageComposer>;
