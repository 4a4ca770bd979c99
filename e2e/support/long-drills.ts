/** Whether to run the full drills, as `npm run bench -- drills` does. `npm test` runs a short form of them. */
export const isLongRun = process.env.LONG_DRILLS !== undefined;

const SHORT_RUN_MODES = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const;
const LONG_RUN_MODES = [
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 768 },
  { colorScheme: 'dark', width: 768 },
  // Keep this combination last, as in the short form, so that the later steps of a test find the same controls.
  { colorScheme: 'light', width: 1280 },
] as const;

export interface DisplayMode {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Themes and widths. The short form has each theme and each width once; the long form has every combination. */
export const DISPLAY_MODES: readonly DisplayMode[] = isLongRun ? [...SHORT_RUN_MODES, ...LONG_RUN_MODES] : SHORT_RUN_MODES;

/**
 * Returns the display modes for a state by its position in a list. In the short form, neighbouring states have different modes; in the long form, every state
 * has all modes.
 */
export const getDisplayModes = (index: number): readonly DisplayMode[] => (isLongRun ? DISPLAY_MODES : SHORT_RUN_MODES.slice(index % 2, (index % 2) + 1));

/**
 * Returns the widths for a page by its position in a list. In the short form, neighbouring pages have different widths; in the long form, every page has both.
 */
export const getWidths = (index: number): readonly number[] => (isLongRun ? [360, 1280] : [index % 2 === 0 ? 360 : 1280]);

/**
 * Returns the pages that one of several tests visits. In the short form, the tests divide the pages among them; in the long form, each test visits all pages.
 */
export const getPagesForTest = (paths: readonly string[], part: number, parts: number): readonly string[] =>
  isLongRun ? paths : paths.filter((_, index) => index % parts === part);
