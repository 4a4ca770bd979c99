import { checkLinks } from '@site/shared/contracts/link';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { HostServices } from '@site/shared/remote/host-services';
import { describeLinkReason } from './external-link-text.ts';
import { describeFault } from './link-faults.ts';

/** Requests a page without credentials, as a visitor would. Returns the HTTP status; null if there is no response. */
const requestPage = async (path: string, signal: AbortSignal): Promise<number | null> => {
  try {
    return (await fetch(path, { method: 'HEAD', credentials: 'omit', signal })).status;
  } catch {
    return null;
  }
};

const GONE_STATUSES = [404, 410];

export interface DeadLink {
  /** URL as written in the text. */
  readonly href: string;
  readonly text: string;
  /** Reason why the link is broken. */
  readonly reason: string;
}

interface CheckOptions {
  readonly kind: VersionKind;
  readonly content: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the broken links in a text; null if the check failed. The provider checks links to documents, and returns its last results for other sites. It does
 * not know the site's other pages, so the browser requests each of them.
 */
export const checkTextLinks = async (
  { http, site }: Pick<HostServices, 'http' | 'site'>,
  { kind, content, signal }: CheckOptions,
): Promise<readonly DeadLink[] | null> => {
  if (!content.includes('<a')) return [];
  const checked = await http.call(checkLinks, { body: { kind, content, site: site.siteUrl }, signal, silent: true });
  if (!checked.ok) return null;
  const { broken, pages, external } = checked.value;
  const missing = await Promise.all(
    pages.map(async ({ href, text, path }) =>
      GONE_STATUSES.includes((await requestPage(path, signal)) ?? 0) ? [{ href, text, reason: describeFault({ fault: 'missing', title: '' }) }] : [],
    ),
  );
  return [
    ...broken.map(({ href, text, ...fault }) => ({ href, text, reason: describeFault(fault) })),
    ...missing.flat(),
    ...external.map(({ href, text, ...fault }) => ({ href, text, reason: describeLinkReason({ state: 'broken', ...fault }) })),
  ];
};
