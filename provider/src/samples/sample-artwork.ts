import type { Artwork } from './artwork/artwork.ts';
import type { ObjectName } from './artwork/objects.ts';
import type { Ground } from './artwork/palette.ts';
import { PLACES, type PlaceName } from './artwork/places.ts';

const SKIES: Readonly<Record<Ground, string>> = {
  indigo: 'a deep blue',
  zobo: 'a red',
  lagoon: 'a teal',
  leaf: 'a green',
  violet: 'a violet',
  clay: 'a rust-coloured',
};
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const OBJECT_DESCRIPTIONS: Readonly<Record<ObjectName, string>> = {
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
  hands: 'three raised hands in patterned sleeves',
  phone: 'a phone with a chat on its screen',
  circle: 'a circle of stools around a patterned mat',
};
const PLACE_DESCRIPTIONS: Readonly<Record<PlaceName, string>> = {
  arcade: 'a college hall with arches and a red roof',
  courtyard: 'two huts and a bench under a large tree',
  block: 'a college building of three floors with a stair tower',
  stilts: 'a house on stilts with a boat below it',
  classroom: 'a classroom with a blackboard and three desks',
  stage: 'a microphone in the light on a stage',
  stalls: 'a market stall under three parasols',
  garden: 'three growing plants and a watering can',
  pitch: 'a goal with a football in front of it',
  road: 'a signpost beside a road',
};

/** Returns the alternative text, which describes the image and identifies it as a drawing. */
export const describeArtwork = ({ kind, ground = 'indigo', people = 3, object = 'compass', place }: Artwork): string => {
  const sky = `${SKIES[ground]} sky`;
  switch (kind) {
    case 'people':
      return `Illustration: ${NUMBERS[people] ?? String(people)} young people in patterned clothes in front of ${place === undefined ? `a large sun and ${sky}` : PLACE_DESCRIPTIONS[place]}`;
    case 'scene':
      return `Illustration: a large sun over a town and a lagoon under ${sky}`;
    case 'place':
      return `Illustration: ${PLACE_DESCRIPTIONS[place ?? 'arcade']}`;
    case 'object':
      return `Illustration: ${OBJECT_DESCRIPTIONS[object]} in front of a sun`;
    case 'portrait':
      return 'Illustration: head and shoulders of a person in patterned clothes';
    case 'template':
      return 'Illustration: outline of head and shoulders';
    default:
      return kind satisfies never;
  }
};

type Size = Pick<Artwork, 'width' | 'height'>;

const WIDE: Size = { width: 1600, height: 900 };
const PHOTO: Size = { width: 1500, height: 1000 };

/** Describes people in front of a place, or in front of the sun over a town. */
export const people = (seed: string, count: number, ground: Ground, where?: PlaceName, size = WIDE): Artwork => ({
  seed,
  kind: 'people',
  ...size,
  people: count,
  ground,
  ...(where === undefined ? {} : { place: where }),
});
export const scene = (seed: string, ground: Ground, size = WIDE): Artwork => ({ seed, kind: 'scene', ...size, ground });
export const place = (seed: string, name: PlaceName, ground: Ground, size = WIDE): Artwork => ({ seed, kind: 'place', ...size, place: name, ground });
export const object = (seed: string, name: ObjectName, ground: Ground, size = WIDE): Artwork => ({ seed, kind: 'object', ...size, object: name, ground });

export type Motif = number | 'town' | ObjectName | PlaceName | readonly [people: number, where: PlaceName];

const isPlaceName = (name: ObjectName | PlaceName): name is PlaceName => name in PLACES;

export const photo = (seed: string, motif: Motif, ground: Ground): Artwork => {
  if (motif === 'town') return scene(seed, ground, PHOTO);
  if (typeof motif === 'number') return people(seed, motif, ground, undefined, PHOTO);
  if (typeof motif === 'string') return isPlaceName(motif) ? place(seed, motif, ground, PHOTO) : object(seed, motif, ground, PHOTO);
  return people(seed, motif[0], ground, motif[1], PHOTO);
};
