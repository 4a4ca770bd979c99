import type { SiteConfig } from '@site/shared/contracts/site';

export const getOrganisationData = (site: SiteConfig): readonly object[] => [
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

interface Crumb {
  readonly name: string;
  readonly path: string;
}

export const getBreadcrumbData = (site: SiteConfig, crumbs: readonly Crumb[]): readonly object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site.siteUrl}${path}`,
    })),
  },
];
