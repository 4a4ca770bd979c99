import { DISPLAY_MODES, type DisplayMode, isLongRun } from './long-drills.ts';
import type { PublicPath } from './public-pages.ts';

/** How the audit opens a page, the page's source folder, and whether the page ends with the shared call to action. */
interface AuditedPage {
  readonly source: string;
  readonly opened: readonly DisplayMode[];
  readonly closingCall: boolean;
  /** Whether `npm test` already audits another page with the same template. */
  readonly isRepeated: boolean;
}

type PageOptions = Pick<AuditedPage, 'closingCall'> & Partial<Pick<AuditedPage, 'isRepeated'>>;

const PHONE_LIGHT = { width: 360, colorScheme: 'light' } as const;
const LAPTOP_DARK = { width: 1280, colorScheme: 'dark' } as const;

const opens = (source: string, displayMode: DisplayMode, { closingCall, isRepeated = false }: PageOptions): AuditedPage => ({
  source,
  opened: isLongRun ? DISPLAY_MODES : [displayMode],
  closingCall,
  isRepeated,
});

/**
 * What the page audit checks: each page's source folder, the window and theme in which `npm test` opens the page, and whether the page ends with the shared
 * call to action. The audit then changes the theme and checks all narrower windows. Of two pages of the same kind, `npm test` opens only one. With
 * `LONG_DRILLS`, each page is opened in every window and theme.
 */
const FIXED_PAGES: Readonly<Record<PublicPath, AuditedPage>> = {
  '/': opens('remote-marketing/src/home', PHONE_LIGHT, { closingCall: true }),
  '/about': opens('remote-marketing/src/about', LAPTOP_DARK, { closingCall: true }),
  '/team': opens('remote-marketing/src/team', PHONE_LIGHT, { closingCall: true }),
  '/what-we-do': opens('remote-marketing/src/what-we-do', LAPTOP_DARK, { closingCall: true }),
  '/impact': opens('remote-marketing/src/impact', PHONE_LIGHT, { closingCall: true }),
  '/volunteer': opens('remote-marketing/src/volunteer', LAPTOP_DARK, { closingCall: false }),
  '/school-visit': opens('remote-marketing/src/school-visit', PHONE_LIGHT, { closingCall: false }),
  '/ebook': opens('remote-marketing/src/ebook', LAPTOP_DARK, { closingCall: true }),
  '/donate': opens('remote-marketing/src/giving', PHONE_LIGHT, { closingCall: false }),
  '/donation-success': opens('remote-marketing/src/donation-success', LAPTOP_DARK, { closingCall: false }),
  '/privacy': opens('remote-marketing/src/legal', PHONE_LIGHT, { closingCall: false, isRepeated: true }),
  '/accessibility': opens('remote-marketing/src/legal', LAPTOP_DARK, { closingCall: false, isRepeated: true }),
  '/safeguarding': opens('remote-marketing/src/legal', PHONE_LIGHT, { closingCall: false }),
  '/help': opens('remote-marketing/src/get-help', LAPTOP_DARK, { closingCall: false }),
  '/search?q=schools': opens('remote-marketing/src/search', LAPTOP_DARK, { closingCall: false }),
  '/programs/navigate': opens('remote-marketing/src/programs', PHONE_LIGHT, { closingCall: true }),
  '/news': opens('remote-news-events/src/news', LAPTOP_DARK, { closingCall: true }),
  '/news/category/schools': opens('remote-news-events/src/news', PHONE_LIGHT, { closingCall: true, isRepeated: true }),
  '/events': opens('remote-news-events/src/events', PHONE_LIGHT, { closingCall: true }),
  '/gallery': opens('remote-gallery/src/gallery', LAPTOP_DARK, { closingCall: true }),
  '/login': opens('remote-auth-admin/src/login', PHONE_LIGHT, { closingCall: false }),
  '/nope': opens('host/src/layout', LAPTOP_DARK, { closingCall: false }),
};

/** Pages with sample content. Event ids are generated, so `first` and `last` refer to positions in the list. */
const CONTENT_PAGES: Readonly<Record<string, AuditedPage>> = {
  '/news/what-cough-syrup-does': opens('remote-news-events/src/news', PHONE_LIGHT, { closingCall: true }),
  '/events/first': opens('remote-news-events/src/events', LAPTOP_DARK, { closingCall: true, isRepeated: true }),
  '/events/last': opens('remote-news-events/src/events', PHONE_LIGHT, { closingCall: true }),
  '/gallery?page=2': opens('remote-gallery/src/gallery', LAPTOP_DARK, { closingCall: true, isRepeated: true }),
};

const PAGES = Object.entries({ ...FIXED_PAGES, ...CONTENT_PAGES });

export const PAGE_SOURCES = PAGES.map(([path, { source }]) => ({ path, source }));

export const AUDITED_PAGES = PAGES.flatMap(([path, { opened, closingCall, isRepeated }]) =>
  opened.map((displayMode) => ({ path, closingCall, isRepeated, ...displayMode })),
);
