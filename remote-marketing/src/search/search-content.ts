import type { FoundItem } from './search-loader.ts';

export const SEARCH_LABEL = 'What are you looking for?';
export const SEARCH_FAILED = "Search isn't working right now";
export const SEARCH_FAILED_HELP = 'There is nothing wrong with your search. Try again, or use the links below.';
export const SEARCH_BUSY = 'Too many searches';
export const SEARCH_BUSY_HELP = 'There have been many searches from your network in the last minute. Please wait a moment and try again.';
export const NOTHING_FOUND_HELP = 'Try fewer or different words. Spelling and accents do not have to be exact.';
export const START_HERE = 'Or start here';
export const READ_FIRST = 'Read first';
export const OTHER_PAGES = 'Other pages';
export const CONTACT_TITLE = 'Contact us';

export const KIND_LABELS: Record<FoundItem['kind'], string> = { page: 'Page', program: 'Program', event: 'Event', post: 'News', photo: 'Photo' };
export const KIND_GROUPS = { program: 'Programs', event: 'Events', post: 'News', photo: 'Photos' } as const;

export const CHANGE_LABELS = { cancelled: 'Cancelled', postponed: 'Postponed' } as const;

export const DONATE = '/donate';
export const STARTING_POINTS = [
  { label: 'Get help', to: '/help' },
  { label: 'For parents', to: '/help#parents' },
  { label: 'News', to: '/news' },
  { label: 'Events', to: '/events' },
  { label: 'Our programs', to: '/what-we-do' },
  { label: 'Gallery', to: '/gallery' },
  { label: 'Volunteer with us', to: '/volunteer' },
  { label: 'Donate', to: DONATE },
] as const;

/** Names of pages and sections, shown before titles that do not identify the page. */
export const PAGE_NAMES: Readonly<Record<string, string>> = {
  [DONATE]: 'Donate',
  '/donate#abroad': 'Giving from abroad',
  '/donate#card': 'Paying by card',
  '/donate#failed': 'Debited, but the payment failed',
  '/donate#fraud': 'Who may collect money for us',
  '/donate#memory': 'Giving in memory of someone',
  '/donate#mistake': 'Sent too much, or to the wrong account',
  '/donate#partner': 'Companies and partners',
  '/donate#receipt': 'Receipts',
  '/donate#sponsor': 'Sponsoring a school',
  '/donate#stop-monthly': 'Giving every month, and stopping',
  '/donate#tax': 'Tax receipts',
  '/donate#things': 'Giving things instead of money',
  '/ebook': 'Ebook',
  '/about#hubs': 'Our hubs',
  '/impact#complaints': 'Complaints',
  '/impact#press': 'For journalists',
  '/impact#trust': 'Registration and reports',
  '/safeguarding#concerns': 'Concerns about our team',
  '/school-visit#change': 'Changing the date',
  '/school-visit#genuine': 'Is this person on our team?',
  '/school-visit#material': 'Material for lessons and clubs',
  '/school-visit#registered': 'Registration and references',
  '/school-visit#staff': 'Training for teachers',
  '/school-visit#when': 'When we can come',
};

/** List pages of other remotes. The provider's search finds only the items of these lists. */
export const LIST_PAGES = [
  { path: '/news', title: 'News', description: 'Stories, facts and announcements.' },
  { path: '/events', title: 'Events', description: 'Events at our hubs, in schools and online.' },
  { path: '/gallery', title: 'Gallery', description: 'Photos of our work with young people.' },
] as const;
