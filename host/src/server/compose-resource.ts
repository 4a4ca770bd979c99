import type { HostServices } from '@site/shared/remote/host-services';
import type { ResourceHandle } from '@site/shared/remote/remote-contract';
import { matchRoutes } from 'react-router-dom';
import type { OwningRemote } from './compose.tsx';

/** A document of a remote that is no page, as it is sent. */
export interface ComposedResource {
  readonly status: 200 | 404 | 500 | 503;
  readonly contentType: string;
  readonly text: string;
  /** What went wrong, for the log. */
  readonly fault?: string;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

const isResourceHandle = (handle: unknown): handle is ResourceHandle => typeof handle === 'object' && handle !== null && 'resource' in handle;

const findResource = (services: HostServices, remote: OwningRemote, path: string) => {
  if (remote === undefined || 'unavailable' in remote) return undefined;
  try {
    const match = matchRoutes(remote.module.createRoutes(services), path)?.at(-1);
    return match !== undefined && isResourceHandle(match.route.handle) ? { ...match.route.handle.resource, params: match.params } : undefined;
  } catch {
    // The page's composition meets the same fault, and reports it.
    return undefined;
  }
};

/** Asks a remote for the document of an address; undefined where a page stands, or nothing. Never throws: a program that reads feeds gets a status that it understands. */
export const composeResource = async (
  services: HostServices,
  remote: OwningRemote,
  { method, url, signal }: Request,
): Promise<ComposedResource | undefined> => {
  const resource = method === 'GET' ? findResource(services, remote, new URL(url).pathname) : undefined;
  if (resource === undefined) return undefined;
  const { contentType, text, params } = resource;
  try {
    const answer = await text({ params, signal });
    if (answer.ok) return { status: 200, contentType, text: answer.value };
    if (answer.error.kind === 'not-found') return { status: 404, contentType: PLAIN_TEXT, text: 'Not found\n' };
    return { status: 503, contentType: PLAIN_TEXT, text: 'Not available at this moment\n' };
  } catch (error) {
    return { status: 500, contentType: PLAIN_TEXT, text: 'Not available\n', fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
