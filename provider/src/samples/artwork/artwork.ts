import { clothDefinitions } from './cloth.ts';
import { drawSkyline, drawSun, drawWaves } from './landscape.ts';
import { OBJECT_BOX, OBJECTS, type ObjectName } from './objects.ts';
import { GROUND_NAMES, GROUNDS, type Ground, INK } from './palette.ts';
import { drawPerson } from './person.ts';
import { type BackgroundSceneName, getBackgroundScene, SCENE_BOX } from './places.ts';
import { createRandom, pick, type Random } from './random.ts';
import { type Box, getSafeArea, type Size } from './safe-area.ts';

/** Description of a drawing. The seed determines everything that is not specified. */
export interface Artwork {
  readonly seed: string;
  readonly kind: 'scene' | 'people' | 'place' | 'portrait' | 'object' | 'template';
  readonly width: number;
  readonly height: number;
  readonly ground?: Ground;
  readonly object?: ObjectName;
  /** The scene, or the background behind the people. The default is a town in front of the sun. */
  readonly place?: BackgroundSceneName;
  readonly people?: number;
  /** Share of the width that the people occupy in the middle. The default is the safe area. */
  readonly groupWidthShare?: number;
  /** Horizontal position of the sun, from 0 (left) to 1 (right). */
  readonly sun?: number;
  readonly crop?: string;
}

/** Width of a person in a group, from shoulder to shoulder. */
const PERSON_WIDTH = 96;

const drawPeople = (random: Random, artwork: Artwork): string => {
  const { width, height, people, groupWidthShare = getSafeArea(artwork).width / width } = artwork;
  const count = people ?? 3;
  const slot = (width * groupWidthShare) / count;
  const leftEdge = (width * (1 - groupWidthShare)) / 2;
  let drawing = '';
  let previousCloth: string | undefined;
  for (let index = 0; index < count; index += 1) {
    const x = leftEdge + slot * (index + 0.5) + (random() - 0.5) * 30;
    const y = height * (0.86 + random() * 0.07);
    const person = drawPerson(random, x, y, Math.min(height / (205 + random() * 45), slot / PERSON_WIDTH), previousCloth);
    previousCloth = person.cloth;
    drawing += person.drawing;
  }
  return drawing;
};

const drawPortrait = (random: Random, { width, height }: Artwork): string => {
  const paper = pick<string>(random, [INK.sand, INK.mint, INK.blush, INK.mist]);
  const person = drawPerson(random, width / 2, height * 0.7, height / 215, INK.sun);
  return `<rect width="${width}" height="${height}" fill="${paper}"/>${person.drawing}`;
};

const drawTemplate = ({ width, height }: Artwork): string =>
  `<rect width="${width}" height="${height}" fill="${INK.mist}"/><g transform="translate(${width / 2} ${height * 0.72}) scale(${(height / 215).toFixed(2)})"><ellipse cy="-60" rx="28" ry="31" fill="#BDB4CF"/><path d="M-78 120Q-78-10-14-18Q0-6 14-18Q78-10 78 120Z" fill="#BDB4CF"/><path d="M-78 120Q-78-10-14-18Q0-6 14-18Q78-10 78 120Z" fill="url(#eleko)" opacity=".35"/></g>`;

/** Scales a box to the largest size that fits into the safe area. Returns the scale and the offset to apply to the box. */
export const fitIntoSafeArea = (size: Size, box: Box): readonly [scale: number, x: number, y: number] => {
  const safeArea = getSafeArea(size);
  const scale = Math.min(safeArea.width / box.width, safeArea.height / box.height);
  const x = safeArea.left + safeArea.width / 2 - (box.left + box.width / 2) * scale;
  const y = safeArea.top + safeArea.height - (box.top + box.height) * scale;
  return [scale, x, y];
};

const drawInSafeArea = (size: Size, box: Box, drawing: string): string => {
  const [scale, x, y] = fitIntoSafeArea(size, box);
  return `<g transform="matrix(${scale.toFixed(3)} 0 0 ${scale.toFixed(3)} ${Math.round(x)} ${Math.round(y)})">${drawing}</g>`;
};

/** Draws the sun in a top corner, partly cropped, so that it does not overlap the scene. */
const drawCornerSun = (random: Random, { width, height, sun }: Artwork): string => {
  const side = random() < 0.5 ? 0.12 : 0.88;
  return drawSun(width * (sun ?? side), height * 0.14, height * 0.2);
};

const getSafeCentre = (size: Size): number => {
  const { top, height } = getSafeArea(size);
  return top + height / 2;
};

const drawBackdrop = (random: Random, artwork: Artwork): string => {
  const { width, height, kind, place } = artwork;
  if (kind === 'object')
    return drawSun(width / 2, getSafeCentre(artwork), height * 0.33) + drawInSafeArea(artwork, OBJECT_BOX, OBJECTS[artwork.object ?? 'compass']);
  if (place !== undefined) {
    const { ground, drawing, isIndoors = false } = getBackgroundScene(place);
    return (isIndoors ? '' : drawCornerSun(random, artwork)) + drawInSafeArea(artwork, SCENE_BOX, ground + drawing);
  }
  const sunX = width * (artwork.sun ?? 0.22 + random() * 0.56);
  const sunY = height * (0.34 + random() * 0.12);
  return drawSkyline(random, width, height) + drawSun(sunX, sunY, height * 0.25) + drawWaves(width, height);
};

const drawScene = (random: Random, artwork: Artwork): string => {
  const { width, height, kind } = artwork;
  const cloth = random() < 0.5 ? 'oniko' : 'eleko';
  const sky = `<rect width="${width}" height="${height}" fill="url(#sky)"/><rect width="${width}" height="${height}" fill="url(#${cloth})" opacity=".07"/>`;
  const drawing = sky + drawBackdrop(random, artwork);
  return kind === 'people' ? drawing + drawPeople(random, artwork) : drawing;
};

const drawKind = (random: Random, artwork: Artwork): string => {
  if (artwork.kind === 'portrait') return drawPortrait(random, artwork);
  return artwork.kind === 'template' ? drawTemplate(artwork) : drawScene(random, artwork);
};

/** Draws sample artwork as SVG, without photos, faces or text. The same description produces the same drawing on every machine. */
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
