import { checkLinks } from '@site/shared/contracts/link';
import { checkTextLinks } from '../../database/link-queries.ts';
import { sanitiseHtml } from '../../domain/sanitise-html.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

export const mountLinks = (mount: Mount, { db, siteUrl }: Services): void => {
  mount(
    checkLinks,
    async ({ body: { kind, content, site } }) => {
      const { broken, pages, external } = await checkTextLinks(db, { kind, content: sanitiseHtml(content), siteUrl: site || (siteUrl ?? '') });
      return { broken: [...broken], pages: [...pages], external: [...external] };
    },
    { audit: null },
  );
};
