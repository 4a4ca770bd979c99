import { isLong, LOOKS, type Look } from './long-drills.ts';
import type { PublicPath } from './public-pages.ts';

/** How a page is opened, and whether it ends with the shared call to action. */
interface AuditedPage {
  readonly opened: readonly Look[];
  readonly closingCall: boolean;
}

const PHONE_LIGHT = { width: 360, colorScheme: 'light' } as const;
const LAPTOP_DARK = { width: 1280, colorScheme: 'dark' } as const;

const opens = (look: Look, { closingCall }: { readonly closingCall: boolean }): AuditedPage => ({ opened: isLong ? LOOKS : [look], closingCall });

/**
 * The matrix of the page audit: every page, the window and the theme in which `npm test` opens it, and how it ends. The audit then changes the theme, and goes
 * through all narrower windows. Two pages of a kind have different looks. With `LONG_DRILLS` each page is opened in every look.
 */
const FIXED: Readonly<Record<PublicPath, AuditedPage>> = {
  '/': opens(PHONE_LIGHT, { closingCall: true }),
  '/about': opens(LAPTOP_DARK, { closingCall: true }),
  '/team': opens(PHONE_LIGHT, { closingCall: true }),
  '/what-we-do': opens(LAPTOP_DARK, { closingCall: true }),
  '/impact': opens(PHONE_LIGHT, { closingCall: true }),
  '/volunteer': opens(LAPTOP_DARK, { closingCall: false }),
  '/school-visit': opens(PHONE_LIGHT, { closingCall: false }),
  '/ebook': opens(LAPTOP_DARK, { closingCall: true }),
  '/donate': opens(PHONE_LIGHT, { closingCall: false }),
  '/donation-success': opens(LAPTOP_DARK, { closingCall: false }),
  '/privacy': opens(PHONE_LIGHT, { closingCall: false }),
  '/accessibility': opens(LAPTOP_DARK, { closingCall: false }),
  '/safeguarding': opens(PHONE_LIGHT, { closingCall: false }),
  '/help': opens(LAPTOP_DARK, { closingCall: false }),
  '/search?q=schools': opens(LAPTOP_DARK, { closingCall: false }),
  '/programs/navigate': opens(PHONE_LIGHT, { closingCall: true }),
  '/news': opens(LAPTOP_DARK, { closingCall: true }),
  '/news/category/schools': opens(PHONE_LIGHT, { closingCall: true }),
  '/events': opens(PHONE_LIGHT, { closingCall: true }),
  '/gallery': opens(LAPTOP_DARK, { closingCall: true }),
  '/login': opens(PHONE_LIGHT, { closingCall: false }),
  '/nope': opens(LAPTOP_DARK, { closingCall: false }),
};

/** Pages of the sample content. The ids of events are generated: `first` and `last` stand for those of the list. */
const STORED: Readonly<Record<string, AuditedPage>> = {
  '/news/what-cough-syrup-does': opens(PHONE_LIGHT, { closingCall: true }),
  '/events/first': opens(LAPTOP_DARK, { closingCall: true }),
  '/events/last': opens(PHONE_LIGHT, { closingCall: true }),
  '/gallery?page=2': opens(LAPTOP_DARK, { closingCall: true }),
};

/** One row for each page, width and theme. */
export const AUDITED = Object.entries({ ...FIXED, ...STORED }).flatMap(([path, { opened, closingCall }]) =>
  opened.map((look) => ({ path, closingCall, ...look })),
);
