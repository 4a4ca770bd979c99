import type { Artwork } from './artwork.ts';

const object = (seed: string, name: Artwork['object'], ground: Artwork['ground']): Artwork => ({
  seed,
  kind: 'object',
  width: 800,
  height: 500,
  ...(name ? { object: name } : {}),
  ...(ground ? { ground } : {}),
});
const hub = (seed: string, place: NonNullable<Artwork['place']>, ground: NonNullable<Artwork['ground']>): Artwork => ({
  seed,
  kind: 'place',
  width: 800,
  height: 500,
  place,
  ground,
});
const face = (seed: string): Artwork => ({ seed, kind: 'portrait', width: 240, height: 240, crop: '32 34 176 176' });

/** Images that belong to the site's pages instead of its content. `npm run artwork -w provider -- <folder>` writes them as SVG files. */
export const SITE_IMAGES: Readonly<Record<string, Artwork>> = {
  'hero-1': { seed: 'h34', kind: 'people', width: 1000, height: 800, people: 3, groupWidthShare: 0.6, ground: 'violet', sun: 0.56 },
  'hero-2': { seed: 'p6', kind: 'people', width: 1000, height: 800, people: 3, groupWidthShare: 0.6, ground: 'leaf', place: 'classroom' },
  'hero-3': { seed: 'p1', kind: 'people', width: 1000, height: 800, people: 3, groupWidthShare: 0.6, ground: 'lagoon', place: 'stilts' },
  video: { seed: 's21', kind: 'people', width: 1280, height: 720, people: 3, ground: 'zobo', place: 'block' },
  navigate: object('c1', 'compass', 'indigo'),
  enable: object('c2', 'bridge', 'lagoon'),
  internship: object('c3', 'briefcase', 'leaf'),
  champions: object('c4', 'shield', 'violet'),
  'school-program': object('c5', 'board', 'clay'),
  xpression: object('c6', 'mic', 'zobo'),
  'campus-1': hub('k1', 'arcade', 'indigo'),
  'campus-2': hub('k2', 'courtyard', 'clay'),
  'campus-3': hub('k3', 'block', 'zobo'),
  'campus-4': hub('k4', 'stilts', 'lagoon'),
  'ebook-1': { seed: 'b1', kind: 'object', width: 1080, height: 1080, object: 'cover', ground: 'indigo' },
  'ebook-2': { seed: 'b2', kind: 'object', width: 1080, height: 1080, object: 'open', ground: 'leaf' },
  'ebook-3': { seed: 'b3', kind: 'object', width: 1080, height: 1080, object: 'pile', ground: 'lagoon' },
  'portrait-template': { seed: 't1', kind: 'template', width: 400, height: 400 },
  'face-1': face('f10'),
  'face-2': face('f29'),
  'face-3': face('f13'),
  'face-4': face('f27'),
  'face-5': face('f15'),
  'face-6': face('f26'),
  'face-7': face('f32'),
  'face-8': face('f30'),
  'about-1': { seed: 's30', kind: 'people', width: 1000, height: 750, people: 3, ground: 'indigo', place: 'stalls' },
  'about-2': { seed: 's14', kind: 'object', width: 1000, height: 750, ground: 'zobo', object: 'box' },
  'about-3': { seed: 's5', kind: 'place', width: 1000, height: 750, ground: 'violet', place: 'road' },
  volunteers: { seed: 'p20', kind: 'object', width: 1000, height: 800, ground: 'leaf', object: 'hands' },
  'impact-story': { seed: 'p15', kind: 'place', width: 1200, height: 800, ground: 'violet', place: 'garden' },
};
