import type { ApiError } from '@site/shared/contracts/api-error';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { getListedAddresses } from '../listing/page-addresses.ts';
import { getTopicNames, getTopicPath, getTopicPathByName, type Topical, type TopicalPath, type TopicKind } from './topics.ts';

interface TopicList {
  readonly list: TopicalPath;
  readonly kind: TopicKind;
  readonly type: Parameters<typeof getListedAddresses>[1];
}

/**
 * Lists the pages of a list's categories or tags for the sitemap. `readAll` returns all items, for a server that implements only the endpoints in the
 * specification.
 */
export const getTopicAddresses = async (
  services: HostServices,
  { list, kind, type }: TopicList,
  signal: AbortSignal,
  readAll: () => Promise<Result<readonly Topical[], ApiError>>,
): Promise<Result<readonly PageAddress[], ApiError>> => {
  const listed = await getListedAddresses(services, type, signal);
  if (listed.ok) return success(listed.value.map(({ slug, updatedAt }) => ({ path: getTopicPath(list, { kind, slug }), lastModified: updatedAt })));
  // A provider from an earlier release responds with `invalid`, because it does not list the topics of events.
  if (listed.error.kind !== 'not-found' && listed.error.kind !== 'invalid') return listed;
  const all = await readAll();
  if (!all.ok) return all;
  const paths = all.value.flatMap((item) => getTopicNames(item, kind).map((name) => getTopicPathByName(list, kind, name)));
  return success([...new Set(paths)].filter((path) => path !== undefined).map((path) => ({ path })));
};
