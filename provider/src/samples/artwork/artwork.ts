import { clothDefinitions } from './cloth.ts';
import { drawCampus, drawSkyline, drawSun, drawWaves } from './landscape.ts';
import { OBJECTS, type ObjectName } from './objects.ts';
import { GROUND_NAMES, GROUNDS, type Ground, INK } from './palette.ts';
import { drawPerson } from './person.ts';
import { createRandom, pick, type Random } from './random.ts';

/** What to draw. The seed decides everything that is not given. */
export interface Artwork {
  readonly seed: string;
  readonly kind: 'scene' | 'people' | 'portrait' | 'object' | 'campus' | 'template';
  readonly width: number;
  readonly height: number;
  readonly ground?: Ground;
  readonly object?: ObjectName;
  /** Number of people in front. */
  readonly people?: number;
  /** The share of the width, in its middle, in which the people stand: their heads stay in view where pages crop the sides. */
  readonly group?: number;
  /** Position of the sun from left (0) to right (1). */
  readonly sun?: number;
  /** Another view box: avatars show head and shoulders. */
  readonly crop?: string;
}

/** Widths of a slot in units of a person: apart from each other, and shoulder to shoulder in a group. */
const APART = 128;
const CLOSE = 96;

const drawPeople = (random: Random, { width, height, people, group = 1 }: Artwork): string => {
  const count = people ?? 3 + Math.floor(random() * 2.4);
  const slot = (width * group) / count;
  const left = (width * (1 - group)) / 2;
  let drawing = '';
  let neighbour: string | undefined;
  for (let index = 0; index < count; index += 1) {
    const x = left + slot * (index + 0.5) + (random() - 0.5) * 30;
    const y = height * (0.86 + random() * 0.07);
    const person = drawPerson(random, x, y, Math.min(height / (205 + random() * 45), slot / (group === 1 ? APART : CLOSE)), neighbour);
    neighbour = person.cloth;
    drawing += person.drawing;
  }
  return drawing;
};

const drawPortrait = (random: Random, { width, height }: Artwork): string => {
  const paper = pick<string>(random, [INK.sand, INK.mint, INK.blush, INK.mist]);
  const person = drawPerson(random, width / 2, height * 0.7, height / 215, INK.sun);
  return `<rect width="${width}" height="${height}" fill="${paper}"/>${person.drawing}`;
};

/** The placeholder for a missing photo. */
const drawTemplate = ({ width, height }: Artwork): string =>
  `<rect width="${width}" height="${height}" fill="${INK.mist}"/><g transform="translate(${width / 2} ${height * 0.72}) scale(${(height / 215).toFixed(2)})"><ellipse cy="-60" rx="28" ry="31" fill="#BDB4CF"/><path d="M-78 120Q-78-10-14-18Q0-6 14-18Q78-10 78 120Z" fill="#BDB4CF"/><path d="M-78 120Q-78-10-14-18Q0-6 14-18Q78-10 78 120Z" fill="url(#eleko)" opacity=".35"/></g>`;

const drawScene = (random: Random, artwork: Artwork): string => {
  const { width, height, kind } = artwork;
  const isObject = kind === 'object';
  const cloth = random() < 0.5 ? 'oniko' : 'eleko';
  const radius = height * (isObject ? 0.33 : 0.25);
  const sunX = isObject ? width / 2 : width * (artwork.sun ?? 0.22 + random() * 0.56);
  const sunY = isObject ? height * 0.47 : height * (0.34 + random() * 0.12);
  let drawing = `<rect width="${width}" height="${height}" fill="url(#sky)"/><rect width="${width}" height="${height}" fill="url(#${cloth})" opacity=".1"/>`;
  if (!isObject && kind !== 'campus') drawing += drawSkyline(random, width, height);
  drawing += drawSun(sunX, sunY, radius);
  if (isObject)
    drawing += `<g transform="translate(${width / 2} ${height * 0.48}) scale(${(height / 430).toFixed(3)})">${OBJECTS[artwork.object ?? 'compass']}</g>`;
  else drawing += kind === 'campus' ? drawCampus(random, width, height) : drawWaves(width, height);
  return kind === 'people' ? drawing + drawPeople(random, artwork) : drawing;
};

const drawKind = (random: Random, artwork: Artwork): string => {
  if (artwork.kind === 'portrait') return drawPortrait(random, artwork);
  return artwork.kind === 'template' ? drawTemplate(artwork) : drawScene(random, artwork);
};

/** Sample artwork as SVG: no photo, no face, no text, the same for the same description on every machine. */
export const drawArtwork = (artwork: Artwork): string => {
  const random = createRandom(artwork.seed + artwork.kind);
  const ground = pick(random, GROUND_NAMES.slice(0, 5));
  const [from, to] = GROUNDS[artwork.ground ?? ground];
  const drawing = drawKind(random, artwork);
  const sky = drawing.includes('url(#sky)')
    ? `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${artwork.crop ?? `0 0 ${artwork.width} ${artwork.height}`}" width="${artwork.width}" height="${artwork.height}"><defs>${sky}${clothDefinitions(drawing)}</defs>${drawing}</svg>`;
};
