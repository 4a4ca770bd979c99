import { type BrokenLink, checkLinks } from '@site/shared/contracts/link';
import type { VersionKind } from '@site/shared/contracts/version';
import type { HostServices } from '@site/shared/remote/host-services';

/** As a visitor who is not signed in; null where nobody answers. */
const requestPage = async (path: string, signal: AbortSignal): Promise<number | null> => {
  try {
    return (await fetch(path, { method: 'HEAD', credentials: 'omit', signal })).status;
  } catch {
    return null;
  }
};

const GONE = [404, 410];

interface CheckOptions {
  readonly kind: VersionKind;
  /** Rich text. */
  readonly content: string;
  readonly signal: AbortSignal;
}

/**
 * The links of a text that lead nowhere within the site. The provider knows the documents; which other pages there are only the site knows, so it is asked for each.
 * Null: the check could not be made.
 */
export const checkTextLinks = async (
  { http, site }: Pick<HostServices, 'http' | 'site'>,
  { kind, content, signal }: CheckOptions,
): Promise<readonly BrokenLink[] | null> => {
  if (!content.includes('<a')) return [];
  const checked = await http.call(checkLinks, { body: { kind, content, site: site.siteUrl }, signal, silent: true });
  if (!checked.ok) return null;
  const { broken, pages } = checked.value;
  const missing: readonly (BrokenLink | null)[] = await Promise.all(
    pages.map(async ({ href, text, path }) => (GONE.includes((await requestPage(path, signal)) ?? 0) ? { href, text, title: '', fault: 'missing' } : null)),
  );
  return [...broken, ...missing.filter((link) => link !== null)];
};
