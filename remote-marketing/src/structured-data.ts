import type { SiteConfig } from '@site/shared/contracts/site';

/** Who we are, for search engines (schema.org). */
export const organisationData = (site: SiteConfig): readonly object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'NGO',
    name: site.organisationName,
    url: site.siteUrl,
    email: site.email,
    telephone: site.telephone,
    address: { '@type': 'PostalAddress', addressLocality: site.office },
    sameAs: site.socialLinks.map(({ url }) => url),
  },
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.organisationName,
    url: site.siteUrl,
  },
];
