/** `npm run bench -- drills` runs the full drills, `npm test` a short form of them. */
export const isLong = process.env.LONG_DRILLS !== undefined;

const SHORT = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const;
const REMAINING = [
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 768 },
  { colorScheme: 'dark', width: 768 },
  // Use the last one, as in the short form, so that later steps of a test find the same tools.
  { colorScheme: 'light', width: 1280 },
] as const;

export interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Themes and widths: each of them once, or every combination. */
export const LOOKS: readonly Look[] = isLong ? [...SHORT, ...REMAINING] : SHORT;

/** Looks for the states of a list: neighbouring states have different looks, or every state has all of them. */
export const getLooks = (index: number): readonly Look[] => (isLong ? LOOKS : SHORT.slice(index % 2, (index % 2) + 1));

/** Widths for the pages of a list: neighbouring pages have different widths, or every page has both. */
export const getWidths = (index: number): readonly number[] => (isLong ? [360, 1280] : [index % 2 === 0 ? 360 : 1280]);

/** Pages that one of several tests visits: a share, so that each page is visited by one test, or all of them. */
export const getPart = (paths: readonly string[], part: number, parts: number): readonly string[] =>
  isLong ? paths : paths.filter((_, index) => index % parts === part);
