import { DISPLAY_MODES, type DisplayMode, isLongRun } from './long-drills.ts';
import type { PublicPath } from './public-pages.ts';

/** How the audit opens a page, the page's source folder, and whether the page ends with the shared call to action. */
interface AuditedPage {
  readonly source: string;
  readonly displayModes: readonly DisplayMode[];
  readonly closingCall: boolean;
  /** Whether `npm test` already audits another page with the same template. */
  readonly isRepeated: boolean;
}

type PageOptions = Pick<AuditedPage, 'closingCall'> & Partial<Pick<AuditedPage, 'isRepeated'>>;

const PHONE_LIGHT = { width: 360, colorScheme: 'light' } as const;
const LAPTOP_DARK = { width: 1280, colorScheme: 'dark' } as const;

const createAudit = (source: string, displayMode: DisplayMode, { closingCall, isRepeated = false }: PageOptions): AuditedPage => ({
  source,
  displayModes: isLongRun ? DISPLAY_MODES : [displayMode],
  closingCall,
  isRepeated,
});

/**
 * What the page audit checks: each page's source folder, the window and theme in which `npm test` opens the page, and whether the page ends with the shared
 * call to action. The audit then changes the theme and checks all narrower windows. Of two pages of the same kind, `npm test` opens only one. With
 * `LONG_DRILLS`, each page is opened in every window and theme.
 */
const FIXED_PAGES: Readonly<Record<PublicPath, AuditedPage>> = {
  '/': createAudit('remote-marketing/src/home', PHONE_LIGHT, { closingCall: true }),
  '/about': createAudit('remote-marketing/src/about', LAPTOP_DARK, { closingCall: true }),
  '/team': createAudit('remote-marketing/src/team', PHONE_LIGHT, { closingCall: true }),
  '/what-we-do': createAudit('remote-marketing/src/what-we-do', LAPTOP_DARK, { closingCall: true }),
  '/impact': createAudit('remote-marketing/src/impact', PHONE_LIGHT, { closingCall: true }),
  '/volunteer': createAudit('remote-marketing/src/volunteer', LAPTOP_DARK, { closingCall: false }),
  '/school-visit': createAudit('remote-marketing/src/school-visit', PHONE_LIGHT, { closingCall: false }),
  '/ebook': createAudit('remote-marketing/src/ebook', LAPTOP_DARK, { closingCall: true }),
  '/donate': createAudit('remote-marketing/src/giving', PHONE_LIGHT, { closingCall: false }),
  '/donation-success': createAudit('remote-marketing/src/donation-success', LAPTOP_DARK, { closingCall: false }),
  '/privacy': createAudit('remote-marketing/src/legal', PHONE_LIGHT, { closingCall: false, isRepeated: true }),
  '/accessibility': createAudit('remote-marketing/src/legal', LAPTOP_DARK, { closingCall: false, isRepeated: true }),
  '/safeguarding': createAudit('remote-marketing/src/legal', PHONE_LIGHT, { closingCall: false }),
  '/help': createAudit('remote-marketing/src/get-help', LAPTOP_DARK, { closingCall: false }),
  '/search?q=schools': createAudit('remote-marketing/src/search', LAPTOP_DARK, { closingCall: false }),
  '/programs/navigate': createAudit('remote-marketing/src/programs', PHONE_LIGHT, { closingCall: true }),
  '/news': createAudit('remote-news-events/src/news', LAPTOP_DARK, { closingCall: true }),
  '/news/category/schools': createAudit('remote-news-events/src/news', PHONE_LIGHT, { closingCall: true, isRepeated: true }),
  '/events': createAudit('remote-news-events/src/events', PHONE_LIGHT, { closingCall: true }),
  '/gallery': createAudit('remote-gallery/src/gallery', LAPTOP_DARK, { closingCall: true }),
  '/login': createAudit('remote-auth-admin/src/login', PHONE_LIGHT, { closingCall: false }),
  '/nope': createAudit('host/src/layout', LAPTOP_DARK, { closingCall: false }),
};

/** Pages with sample content. Event ids are generated, so `first` and `last` refer to positions in the list. */
const CONTENT_PAGES: Readonly<Record<string, AuditedPage>> = {
  '/news/what-cough-syrup-does': createAudit('remote-news-events/src/news', PHONE_LIGHT, { closingCall: true }),
  '/events/first': createAudit('remote-news-events/src/events', LAPTOP_DARK, { closingCall: true, isRepeated: true }),
  '/events/last': createAudit('remote-news-events/src/events', PHONE_LIGHT, { closingCall: true }),
  '/gallery?page=2': createAudit('remote-gallery/src/gallery', LAPTOP_DARK, { closingCall: true, isRepeated: true }),
};

const PAGES = Object.entries({ ...FIXED_PAGES, ...CONTENT_PAGES });

export const PAGE_SOURCES = PAGES.map(([path, { source }]) => ({ path, source }));

export const AUDITED_PAGES = PAGES.flatMap(([path, { displayModes, closingCall, isRepeated }]) =>
  displayModes.map((displayMode) => ({ path, closingCall, isRepeated, ...displayMode })),
);
