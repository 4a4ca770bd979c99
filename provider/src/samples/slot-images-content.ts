import type { Artwork } from './artwork/artwork.ts';
import { SITE_IMAGES } from './artwork/site-images-content.ts';

/** Chosen by eye, so that neighbours do not look alike and each person's clothes match the name next to the portrait. */
const TEAM_SEEDS = ['f10', 'f11', 'f39', 'f15', 'f23', 'f29'];
const BOARD_SEEDS = ['f32', 'f30', 'f22', 'f21', 'f42'];

const portrait = (seed: string): Artwork => ({ seed, kind: 'portrait', width: 480, height: 480, crop: '64 68 352 352' });

const numberArtworks = (prefix: string, artworks: readonly Artwork[]): (readonly [string, Artwork])[] =>
  artworks.map((artwork, index) => [`${prefix}-${index + 1}`, artwork]);

/** Images that pages refer to by a fixed id: team portraits and the ebook's pages. */
export const SLOT_IMAGES: ReadonlyMap<string, Artwork> = new Map([
  ...numberArtworks('samples-team-exec', TEAM_SEEDS.map(portrait)),
  ...numberArtworks('samples-team-board', BOARD_SEEDS.map(portrait)),
  ...numberArtworks(
    'samples-ebook',
    ['ebook-1', 'ebook-2', 'ebook-3'].flatMap((name) => SITE_IMAGES[name] ?? []),
  ),
]);

export const programImageId = (slug: string): string => `samples-program-${slug}`;
