/** `npm run bench -- drills` runs the full drills, `npm test` a short form of them. */
export const isLong = process.env.LONG_DRILLS !== undefined;

const SHORT = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const;
const REMAINING = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const;

/** Themes and widths for the staff area: each of them once, or every combination. */
export const STAFF_LOOKS = isLong ? [...SHORT, ...REMAINING] : SHORT;
