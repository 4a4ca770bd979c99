import { checkExternalLink, ignoreExternalLink, listExternalLinks } from '@site/shared/contracts/external-link';
import { checkLinks } from '@site/shared/contracts/link';
import { deleteRedirect, listRedirects } from '@site/shared/contracts/redirect';
import { changeLink, listExternalLinkRows } from '../../database/external-links.ts';
import { deleteFormerSlug, listRedirectRows } from '../../database/former-slugs.ts';
import { checkTextLinks } from '../../database/link-queries.ts';
import { toStaffPageRequest } from '../../database/page.ts';
import { ConflictError, NotFoundError } from '../../domain/errors.ts';
import { sanitiseHtml } from '../../domain/sanitise-html.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';

export const mountLinks = (mount: Mount, { db, revision, siteUrl, now, linkCheckHour }: Services): void => {
  mount(
    checkLinks,
    async ({ body: { kind, content, site } }) => {
      const { broken, pages, external } = await checkTextLinks(db, { kind, content: sanitiseHtml(content), siteUrl: site || (siteUrl ?? '') });
      return { broken: [...broken], pages: [...pages], external: [...external] };
    },
    { audit: null },
  );

  const change = async (id: string, values: Parameters<typeof changeLink>[2]) => {
    const link = requireFound(await changeLink(db, id, values), 'Link');
    return { _id: link.id, url: link.url };
  };
  mount(listExternalLinks, ({ query, staff }) => listExternalLinkRows(db, toStaffPageRequest(query, staff), query.show));
  mount(checkExternalLink, ({ params: { id = '' } }) => {
    if (linkCheckHour === null) throw new ConflictError('Link checks are switched off (LINK_CHECK_HOUR is off).');
    return change(id, { requested_at: now().toISOString() });
  });
  mount(ignoreExternalLink, ({ params: { id = '' }, body: { isIgnored } }) => change(id, { ignored_at: isIgnored ? now().toISOString() : null }));

  mount(listRedirects, ({ query, staff }) => listRedirectRows(db, toStaffPageRequest(query, staff)));
  mount(deleteRedirect, async ({ params: { id = '' } }) => {
    if (!(await revision.write((transaction) => deleteFormerSlug(transaction, id)))) throw new NotFoundError('Redirect');
    return { _id: id };
  });
};
