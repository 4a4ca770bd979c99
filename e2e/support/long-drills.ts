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
  // The last, as in the short form: what follows in a test finds the same tools.
  { colorScheme: 'light', width: 1280 },
] as const;

/** Themes and widths: each of them once, or every combination. */
export const LOOKS = isLong ? [...SHORT, ...REMAINING] : SHORT;

/** The widths for the pages of a list: of two neighbours each has another one, or every page has both. */
export const getWidths = (index: number): readonly number[] => (isLong ? [360, 1280] : [index % 2 === 0 ? 360 : 1280]);
