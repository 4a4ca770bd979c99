import type { SiteConfig, SiteLink } from '@site/shared/contracts/site';
import { nameEmergencyCall } from '@site/shared/domain/emergency';

/** The pages of the navigation in their order; Donate, which leaves the site, follows them (SHELL-02). */
export const MAIN_LINKS: readonly SiteLink[] = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about' },
  { label: 'What We Do', to: '/what-we-do' },
  { label: 'Our Impact', to: '/impact' },
  { label: 'Ebook', to: '/ebook' },
  { label: 'Volunteer', to: '/volunteer' },
];

/** Pages that are not in the navigation (X-04). The contact bar has room for these alone. */
export const EXPLORE_LINKS: readonly SiteLink[] = [
  { label: 'News', to: '/news' },
  { label: 'Events', to: '/events' },
  { label: 'Gallery', to: '/gallery' },
  { label: 'Team', to: '/team' },
];

/** Where the header's field leads: the page of the remote that owns this path. */
export const SEARCH_PATH = '/search';

/** What the organisation answers for; at the end of the footer. */
export const LEGAL_LINKS: readonly SiteLink[] = [
  { label: 'Privacy', to: '/privacy' },
  { label: 'Accessibility', to: '/accessibility' },
  { label: 'Safeguarding', to: '/safeguarding' },
  { label: 'Annual reports', to: '/impact#trust' },
];

/** The Explore group of menu and footer: the host's own links, then those of the configuration and of remotes. */
export const getExploreLinks = ({ exploreLinks = [] }: Pick<SiteConfig, 'exploreLinks'>): readonly SiteLink[] => [...EXPLORE_LINKS, ...exploreLinks];

/** The target of "Exit this page": a page that anyone might have open. */
export const EXIT_URL = 'https://www.bbc.com/weather';

export type Helpline = SiteConfig['helplines'][number];

/** What the configuration says about calling a line, as short labels. */
export const getHelplineFacts = ({ isFree = false, isAlwaysOpen = false }: Helpline): readonly string[] => [
  ...(isFree ? ['Free call'] : []),
  ...(isAlwaysOpen ? ['24 hours'] : []),
];

/** The helplines as plain text, for a page that has nothing else, and for printing. */
export const formatHelplines = ({
  organisationName,
  emergencyTelephone,
  helplines,
}: Pick<SiteConfig, 'organisationName' | 'emergencyTelephone' | 'helplines'>): string =>
  `${[
    `${organisationName}: need to talk?`,
    ...(emergencyTelephone === undefined ? [] : [nameEmergencyCall(emergencyTelephone)]),
    ...helplines.map((helpline) =>
      [`Call ${helpline.telephone}`, helpline.name, getHelplineFacts(helpline).join(', '), helpline.note].filter((part) => part !== '').join('. '),
    ),
  ].join('\n')}\n`;
