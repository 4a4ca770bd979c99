export interface SiteLink {
  readonly label: string;
  readonly to: string;
}

/** The navigation's pages in their order; Donate, which leads out of the site, follows them (SHELL-02). */
export const MAIN_LINKS: readonly SiteLink[] = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about' },
  { label: 'What We Do', to: '/what-we-do' },
  { label: 'Our Impact', to: '/impact' },
  { label: 'Ebook', to: '/ebook' },
  { label: 'Volunteer', to: '/volunteer' },
];

/** Pages that the navigation does not name. */
export const EXPLORE_LINKS: readonly SiteLink[] = [
  { label: 'News', to: '/news' },
  { label: 'Events', to: '/events' },
  { label: 'Gallery', to: '/gallery' },
  { label: 'Team', to: '/team' },
];

/** Where "Exit this page" leads: a page that anyone may have had open. */
export const EXIT_URL = 'https://www.bbc.com/weather';

/** `tel:` address of a number as people write it. */
export const telephoneHref = (telephone: string): string => `tel:${telephone.replace(/[^+\d]/g, '')}`;

/** Conversation in WhatsApp with a number in its international form. */
export const whatsAppHref = (telephone: string): string => `https://wa.me/${telephone.replace(/\D/g, '')}`;
