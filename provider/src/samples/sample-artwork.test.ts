import type { Artwork } from './artwork/artwork.ts';
import { drawArtwork } from './artwork/artwork.ts';
import { OBJECTS } from './artwork/objects.ts';
import { SAMPLE_EVENTS } from './events-content.ts';
import { SAMPLE_ALBUMS } from './gallery-content.ts';
import { SAMPLE_POSTS } from './posts-content.ts';
import { describeArtwork, object } from './sample-artwork.ts';

const getMotif = ({ kind, object: name, people }: Artwork): string => name ?? `${kind} ${people ?? ''}`;

const newestFirst = (images: (typeof SAMPLE_ALBUMS)[number]['images']): readonly Artwork[] =>
  [...images].sort((left, right) => left.daysAgo - right.daysAgo).map(({ picture }) => picture);

/** In the order in which pages show them. */
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

describe('the pictures of the samples', () => {
  it.each(LISTS)('of %s: no two neighbours have the same motif or the same sky', (_name, pictures) => {
    for (const [index, picture] of pictures.slice(1).entries()) {
      const neighbour = pictures[index];
      if (neighbour === undefined) throw new Error('There is no neighbour.');
      expect(getMotif(picture)).not.toBe(getMotif(neighbour));
      expect(picture.ground).not.toBe(neighbour.ground);
    }
  });

  it('of the gallery: in four columns, none has the motif of the one below it', () => {
    const pictures = newestFirst(SAMPLE_ALBUMS.flatMap(({ images }) => images));
    for (const [index, picture] of pictures.slice(4).entries()) expect(getMotif(picture)).not.toBe(getMotif(pictures[index] ?? picture));
  });

  it('are drawn and described each in its own way', () => {
    const names = Object.keys(OBJECTS) as (keyof typeof OBJECTS)[];
    const drawings = names.map((name) => drawArtwork(object('c1', name, 'indigo')));
    expect(new Set(drawings).size).toBe(names.length);
    expect(new Set(names.map((name) => describeArtwork(object('c1', name, 'indigo')))).size).toBe(names.length);
  });
});
