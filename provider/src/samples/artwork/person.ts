import { CLOTH_NAMES } from './cloth.ts';
import { CLOTH_COLOURS, INK, SKIN_TONES } from './palette.ts';
import { pick, type Random } from './random.ts';

const BODY = 'M-78 120Q-78-10-14-18Q0-6 14-18Q78-10 78 120Z';
const BEADS_PROBABILITY = 0.34;

interface Headwear {
  readonly drawing: string;
  readonly isBehind: boolean;
}

/** Draws the hairstyles and headwear: short hair, afro, gele, hijab, fila and bun. */
const createHeadwear = (wrap: string): readonly Headwear[] => [
  { isBehind: false, drawing: `<path d="M-26-68Q-24-92 0-92Q24-92 26-68Q0-78-26-68Z" fill="${INK.hair}"/>` },
  { isBehind: true, drawing: `<circle cx="0" cy="-66" r="31" fill="${INK.hair}"/>` },
  {
    isBehind: false,
    drawing: `<path d="M-36-58Q-46-108 0-102Q46-108 36-58Q0-86-36-58Z" fill="${wrap}"/><path d="M-30-72Q0-96 34-76" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="4"/>`,
  },
  { isBehind: true, drawing: `<path d="M-34-66Q-34-102 0-102Q34-102 34-66L38-14Q0 6-38-14Z" fill="${wrap}"/>` },
  { isBehind: false, drawing: `<path d="M-28-74Q-24-98 6-98Q30-98 28-74Z" fill="${INK.zobo}"/><path d="M-28-76H28" stroke="${INK.sun}" stroke-width="4"/>` },
  { isBehind: false, drawing: `<circle cx="0" cy="-98" r="13" fill="${INK.hair}"/><path d="M-27-66Q-27-92 0-92Q27-92 27-66Z" fill="${INK.hair}"/>` },
];

export interface DrawnPerson {
  readonly drawing: string;
  readonly cloth: string;
}

/** Draws a person's head and shoulders, without a face. `avoidedCloth` is the pattern of the neighbour's clothes. */
export const drawPerson = (random: Random, x: number, y: number, scale: number, avoidedCloth: string | undefined): DrawnPerson => {
  const cloth = pick<string>(random, CLOTH_COLOURS, avoidedCloth);
  const skin = pick(random, SKIN_TONES);
  const kind = Math.floor(random() * 6);
  const headwear = createHeadwear(pick<string>(random, CLOTH_COLOURS, cloth))[kind];
  const beads =
    random() < BEADS_PROBABILITY
      ? `<path d="M-24-15Q0 16 24-15" fill="none" stroke="${cloth === INK.sun ? INK.zobo : INK.sun}" stroke-width="6" stroke-linecap="round" stroke-dasharray=".1 8"/>`
      : '';
  const hair = headwear?.drawing ?? '';
  const drawing = `<g transform="translate(${Math.trunc(x)} ${Math.trunc(y)}) scale(${scale.toFixed(2)})">${headwear?.isBehind ? hair : ''}<path d="M-11-40H11V-2H-11Z" fill="${skin}"/><ellipse cy="-60" rx="26" ry="29" fill="${skin}"/>${headwear?.isBehind ? '' : hair}<path d="${BODY}" fill="${cloth}"/><path d="${BODY}" fill="url(#${pick(random, CLOTH_NAMES)})" opacity=".26"/>${beads}</g>`;
  return { drawing, cloth };
};
