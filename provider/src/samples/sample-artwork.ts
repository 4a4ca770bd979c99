import type { Artwork } from './artwork/artwork.ts';
import type { ObjectName } from './artwork/objects.ts';
import type { Ground } from './artwork/palette.ts';
import { BACKGROUND_SCENES, type BackgroundSceneName } from './artwork/places.ts';

const SKY_DESCRIPTIONS: Readonly<Record<Ground, string>> = {
  indigo: 'a deep blue',
  zobo: 'a red',
  lagoon: 'a teal',
  leaf: 'a green',
  violet: 'a violet',
  clay: 'a rust-coloured',
};
const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
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
const SCENE_DESCRIPTIONS: Readonly<Record<BackgroundSceneName, string>> = {
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
  const sky = `${SKY_DESCRIPTIONS[ground]} sky`;
  switch (kind) {
    case 'people':
      return `Illustration: ${NUMBER_WORDS[people] ?? String(people)} young people in patterned clothes in front of ${place === undefined ? `a large sun and ${sky}` : SCENE_DESCRIPTIONS[place]}`;
    case 'scene':
      return `Illustration: a large sun over a town and a lagoon under ${sky}`;
    case 'place':
      return `Illustration: ${SCENE_DESCRIPTIONS[place ?? 'arcade']}`;
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

const WIDE_SIZE: Size = { width: 1600, height: 900 };
const PHOTO_SIZE: Size = { width: 1500, height: 1000 };

/** Describes a drawing of people in front of a place, or in front of the sun over a town. */
export const people = (seed: string, count: number, ground: Ground, place?: BackgroundSceneName, size = WIDE_SIZE): Artwork => ({
  seed,
  kind: 'people',
  ...size,
  people: count,
  ground,
  ...(place === undefined ? {} : { place }),
});
export const createScene = (seed: string, ground: Ground, size = WIDE_SIZE): Artwork => ({ seed, kind: 'scene', ...size, ground });
export const place = (seed: string, name: BackgroundSceneName, ground: Ground, size = WIDE_SIZE): Artwork => ({
  seed,
  kind: 'place',
  ...size,
  place: name,
  ground,
});
export const object = (seed: string, name: ObjectName, ground: Ground, size = WIDE_SIZE): Artwork => ({ seed, kind: 'object', ...size, object: name, ground });

export type Motif = number | 'town' | ObjectName | BackgroundSceneName | readonly [people: number, place: BackgroundSceneName];

const isBackgroundSceneName = (name: ObjectName | BackgroundSceneName): name is BackgroundSceneName => name in BACKGROUND_SCENES;

export const photo = (seed: string, motif: Motif, ground: Ground): Artwork => {
  if (motif === 'town') return createScene(seed, ground, PHOTO_SIZE);
  if (typeof motif === 'number') return people(seed, motif, ground, undefined, PHOTO_SIZE);
  if (typeof motif === 'string') return isBackgroundSceneName(motif) ? place(seed, motif, ground, PHOTO_SIZE) : object(seed, motif, ground, PHOTO_SIZE);
  return people(seed, motif[0], ground, motif[1], PHOTO_SIZE);
};
