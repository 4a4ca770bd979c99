import { checkExternalLink, ignoreExternalLink, listExternalLinks } from '@site/shared/contracts/external-link';
import { listExternalLinkRows } from '../../database/external-link-list.ts';
import { changeLink } from '../../database/external-links.ts';
import { toStaffPageRequest } from '../../database/page.ts';
import { ConflictError, NotFoundError } from '../../domain/errors.ts';
import { requireStaff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

export const mountExternalLinks = (mount: Mount, { db, now, linkCheckHour }: Services): void => {
  const change = async (id: string, values: Parameters<typeof changeLink>[2]) => {
    const link = await changeLink(db, id, values);
    if (link === undefined) throw new NotFoundError('Link');
    return { _id: link.id, url: link.url };
  };
  mount(listExternalLinks, ({ query, staff }) => listExternalLinkRows(db, toStaffPageRequest(query, requireStaff(staff)), query.show));
  mount(checkExternalLink, ({ params: { id = '' } }) => {
    if (linkCheckHour === null) throw new ConflictError('This site checks no links (LINK_CHECK_HOUR is off).');
    return change(id, { requested_at: now().toISOString() });
  });
  mount(ignoreExternalLink, ({ params: { id = '' }, body: { isIgnored } }) => change(id, { ignored_at: isIgnored ? now().toISOString() : null }));
};
