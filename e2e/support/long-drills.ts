/** `npm run bench -- drills` runs at full length what `npm test` runs in a short form. */
export const isLong = process.env.LONG_DRILLS !== undefined;

const SHORT = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const;
const REST = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const;

/** Looks of the staff area: each theme and each width once, or every pair of them. */
export const STAFF_LOOKS = isLong ? [...SHORT, ...REST] : SHORT;
