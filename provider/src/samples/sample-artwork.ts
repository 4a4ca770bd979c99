import type { Artwork } from './artwork/artwork.ts';
import type { ObjectName } from './artwork/objects.ts';
import type { Ground } from './artwork/palette.ts';

const SKIES: Readonly<Record<Ground, string>> = {
  indigo: 'a deep blue',
  zobo: 'a red',
  lagoon: 'a teal',
  leaf: 'a green',
  violet: 'a violet',
  clay: 'a rust-coloured',
};
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const OBJECT_WORDS: Readonly<Record<ObjectName, string>> = {
  compass: 'a compass',
  bridge: 'a cable bridge over water',
  briefcase: 'a patterned briefcase',
  shield: 'a shield with a four-leaf motif',
  board: 'two pupils at a blackboard',
  mic: 'a microphone with sound waves',
  cover: 'a closed book with a rising sun on its cover',
  open: 'an open book with a path to a flag',
  pile: 'a pile of books with a sprout growing from it',
  box: 'a box for questions with a folded paper in its slot',
  bus: 'a bus',
  drum: 'a patterned drum',
  teapot: 'a teapot with steam',
  ball: 'a football',
  boat: 'a sailing boat on the lagoon',
  cap: 'a graduation cap',
  tree: 'a bench under a large tree',
  radio: 'a radio',
  lantern: 'a lantern with a flame',
};

/** Alternative text: describes the drawing, and says that it is a drawing. */
export const describeArtwork = ({ kind, ground = 'indigo', people = 3, object = 'compass' }: Artwork): string => {
  const sky = `${SKIES[ground]} sky`;
  switch (kind) {
    case 'people':
      return `Illustration: ${NUMBERS[people] ?? String(people)} young people in patterned clothes before a large sun and ${sky}`;
    case 'scene':
      return `Illustration: a large sun over a town and a lagoon under ${sky}`;
    case 'campus':
      return `Illustration: a college building with arches and a red roof between trees under ${sky}`;
    case 'object':
      return `Illustration: ${OBJECT_WORDS[object]} before a sun and ${sky}`;
    case 'portrait':
      return 'Illustration: head and shoulders of a person in patterned clothes';
    case 'template':
      return 'Illustration: outline of head and shoulders';
    default:
      return kind satisfies never;
  }
};

export const people = (seed: string, count: number, ground: Ground, width = 1600, height = 900): Artwork => ({
  seed,
  kind: 'people',
  width,
  height,
  people: count,
  ground,
});
export const scene = (seed: string, ground: Ground, width = 1600, height = 900): Artwork => ({ seed, kind: 'scene', width, height, ground });
export const campus = (seed: string, ground: Ground): Artwork => ({ seed, kind: 'campus', width: 1600, height: 900, ground });
export const object = (seed: string, name: ObjectName, ground: Ground): Artwork => ({ seed, kind: 'object', width: 1600, height: 1000, object: name, ground });
/** In the format of most photos; 0 people are a view of the town. */
export const photo = (seed: string, motif: number | ObjectName, ground: Ground): Artwork => {
  if (typeof motif === 'string') return { ...object(seed, motif, ground), width: 1500, height: 1000 };
  // All heads are in the square that the gallery shows.
  return motif === 0 ? scene(seed, ground, 1500, 1000) : { ...people(seed, motif, ground, 1500, 1000), group: 0.62 };
};
