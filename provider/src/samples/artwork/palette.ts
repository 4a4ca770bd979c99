/** Cloth colours of the sample artwork. The site's own colours are in the shared tokens. */
export const INK = {
  night: '#171240',
  indigo: '#2A2472',
  violet: '#3B33A0',
  sun: '#F6A81C',
  sand: '#FFE8B5',
  zobo: '#B3123F',
  blush: '#FFE4EA',
  leaf: '#0B6B4F',
  mint: '#DDF3E8',
  lagoon: '#0B6E7A',
  clay: '#A8441F',
  mist: '#F1EFFB',
  white: '#FFFFFF',
  hair: '#1A120E',
} as const;

export const SKIN_TONES = ['#4A2E20', '#5B3A29', '#6F4528', '#8A5A3B', '#3A241B'] as const;
export const CLOTH_COLOURS = [INK.violet, INK.zobo, INK.leaf, INK.sun, INK.lagoon, INK.clay] as const;

/** Two gradient stops of the sky behind each image. */
export const GROUNDS = {
  indigo: [INK.night, INK.indigo],
  zobo: ['#7A0B2B', INK.zobo],
  lagoon: ['#08434B', INK.lagoon],
  leaf: ['#06412F', INK.leaf],
  violet: [INK.indigo, INK.violet],
  clay: ['#6E2A10', INK.clay],
} as const;
export type Ground = keyof typeof GROUNDS;
export const GROUND_NAMES: readonly Ground[] = ['indigo', 'zobo', 'lagoon', 'leaf', 'violet', 'clay'];
