import type { SiteConfig, SiteLink } from '@site/shared/contracts/site';

/** Pages in the navigation, in order. Donate, which leaves the site, comes after them (SHELL-02). */
export const MAIN_LINKS: readonly SiteLink[] = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about' },
  { label: 'What We Do', to: '/what-we-do' },
  { label: 'Our Impact', to: '/impact' },
  { label: 'Ebook', to: '/ebook' },
  { label: 'Volunteer', to: '/volunteer' },
];

/** Pages that are not in the navigation. The contact bar has room only for these links. */
export const EXPLORE_LINKS: readonly SiteLink[] = [
  { label: 'News', to: '/news' },
  { label: 'Events', to: '/events' },
  { label: 'Gallery', to: '/gallery' },
  { label: 'Team', to: '/team' },
];

export const SEARCH_PATH = '/search';

export const LEGAL_LINKS: readonly SiteLink[] = [
  { label: 'Privacy', to: '/privacy' },
  { label: 'Accessibility', to: '/accessibility' },
  { label: 'Safeguarding', to: '/safeguarding' },
  { label: 'Annual reports', to: '/impact#trust' },
];

export const getExploreLinks = ({ exploreLinks = [] }: Pick<SiteConfig, 'exploreLinks'>): readonly SiteLink[] => [...EXPLORE_LINKS, ...exploreLinks];
