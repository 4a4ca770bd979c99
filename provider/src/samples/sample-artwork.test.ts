import type { Artwork } from './artwork/artwork.ts';
import { drawArtwork } from './artwork/artwork.ts';
import { OBJECTS } from './artwork/objects.ts';
import { BACKGROUND_SCENES, type BackgroundSceneName } from './artwork/places.ts';
import { SITE_IMAGES } from './artwork/site-images-content.ts';
import { SAMPLE_EVENTS } from './events-content.ts';
import { SAMPLE_ALBUMS } from './gallery-content.ts';
import { SAMPLE_POSTS } from './posts-content.ts';
import { describeArtwork, object, people, place } from './sample-artwork.ts';

const getMotif = ({ kind, object: name, people, place }: Artwork): string => name ?? `${kind} ${people ?? ''} ${place ?? ''}`;

const newestFirst = (images: (typeof SAMPLE_ALBUMS)[number]['images']): readonly Artwork[] =>
  [...images].sort((left, right) => left.daysAgo - right.daysAgo).map(({ picture }) => picture);

/** Drawings in the order in which pages show them. */
const LISTS: readonly (readonly [name: string, pictures: readonly Artwork[]])[] = [
  ['posts', [...SAMPLE_POSTS].sort((left, right) => left.daysAgo - right.daysAgo).map(({ picture }) => picture)],
  [
    'upcoming events',
    SAMPLE_EVENTS.filter(({ days }) => days.inDays >= 0)
      .sort((left, right) => left.days.inDays - right.days.inDays)
      .map(({ picture }) => picture),
  ],
  [
    'past events',
    SAMPLE_EVENTS.filter(({ days }) => days.inDays < 0)
      .sort((left, right) => right.days.inDays - left.days.inDays)
      .map(({ picture }) => picture),
  ],
  ...SAMPLE_ALBUMS.map(({ name, images }) => [name, newestFirst(images)] as const),
  ['all photos', newestFirst(SAMPLE_ALBUMS.flatMap(({ images }) => images))],
];

describe('the sample images', () => {
  it.each(LISTS)('of %s: no two neighbours have the same motif or the same sky', (_name, pictures) => {
    for (const [index, picture] of pictures.slice(1).entries()) {
      const neighbour = pictures[index];
      if (neighbour === undefined) throw new Error('There is no neighbour.');
      expect(getMotif(picture)).not.toBe(getMotif(neighbour));
      expect(picture.ground).not.toBe(neighbour.ground);
    }
  });

  it('of the gallery: images above each other in four columns have different motifs', () => {
    const pictures = newestFirst(SAMPLE_ALBUMS.flatMap(({ images }) => images));
    for (const [index, picture] of pictures.slice(4).entries()) expect(getMotif(picture)).not.toBe(getMotif(pictures[index] ?? picture));
  });

  it('are all drawn and described differently', () => {
    const objects = (Object.keys(OBJECTS) as (keyof typeof OBJECTS)[]).map((name) => object('c1', name, 'indigo'));
    const places = (Object.keys(BACKGROUND_SCENES) as BackgroundSceneName[]).flatMap((name) => [place('c1', name, 'indigo'), people('c1', 3, 'indigo', name)]);
    const motifs = [...objects, ...places];
    expect(new Set(motifs.map(drawArtwork)).size).toBe(motifs.length);
    expect(new Set(motifs.map(describeArtwork)).size).toBe(motifs.length);
  });

  it('of the hubs show four different places', () => {
    const hubs = [1, 2, 3, 4].map((hub) => SITE_IMAGES[`campus-${hub}`]?.place);
    expect(hubs).not.toContain(undefined);
    expect(new Set(hubs).size).toBe(4);
  });

  it('show people in front of the same background at most once on each page', () => {
    const pages = [Object.values(SITE_IMAGES).filter(({ people: count }) => count !== undefined), ...LISTS.map(([, pictures]) => pictures)];
    for (const pictures of pages) {
      const groups = pictures.filter(({ kind }) => kind === 'people').map((picture) => picture.place ?? 'sun');
      expect(groups.length).toBe(new Set(groups).size);
    }
  });
});
