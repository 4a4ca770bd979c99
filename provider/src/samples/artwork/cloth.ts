import { INK } from './palette.ts';

export const LEAF_SHAPE =
  'M24 2C32 8 32 16 24 22C16 16 16 8 24 2ZM24 46C16 40 16 32 24 26C32 32 32 40 24 46ZM2 24C8 16 16 16 22 24C16 32 8 32 2 24ZM46 24C40 32 32 32 26 24C32 16 40 16 46 24Z';

const PATTERN_TILES = {
  oniko: {
    size: 64,
    drawing: `<g fill="none" stroke="${INK.white}" stroke-width="2"><circle cx="32" cy="32" r="6"/><circle cx="32" cy="32" r="14" stroke-width="4" stroke-linecap="round" stroke-dasharray="0.1 7.23"/><circle cx="32" cy="32" r="23"/></g><g fill="${INK.white}"><circle r="5"/><circle cx="64" r="5"/><circle cy="64" r="5"/><circle cx="64" cy="64" r="5"/></g>`,
  },
  eleko: {
    size: 48,
    drawing: `<g fill="${INK.white}"><path d="${LEAF_SHAPE}"/><circle r="4"/><circle cx="48" r="4"/><circle cy="48" r="4"/><circle cx="48" cy="48" r="4"/></g>`,
  },
  comb: { size: 40, drawing: `<path fill="${INK.white}" d="M0 40L20 14L40 40ZM0 4H40V8H0Z"/>` },
} as const;
export type Cloth = keyof typeof PATTERN_TILES;
export const CLOTH_NAMES: readonly Cloth[] = ['eleko', 'oniko', 'comb'];

/** Returns only the pattern definitions that a drawing uses, to keep the files small. */
export const clothDefinitions = (drawing: string): string =>
  CLOTH_NAMES.filter((name) => drawing.includes(`url(#${name})`))
    .map(
      (name) =>
        `<pattern id="${name}" width="${PATTERN_TILES[name].size}" height="${PATTERN_TILES[name].size}" patternUnits="userSpaceOnUse">${PATTERN_TILES[name].drawing}</pattern>`,
    )
    .join('');
