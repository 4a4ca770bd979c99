import type { Ground } from './artwork/palette.ts';
import { type Motif, photo } from './sample-artwork.ts';
import type { SampleAlbum } from './sample-types.ts';

type Row = readonly [title: string, daysAgo: number, seed: string, motif: Motif, ground: Ground];

const toAlbum = ([name, rows]: readonly [name: string, rows: readonly Row[]]): SampleAlbum => ({
  name,
  images: rows.map(([title, daysAgo, seed, motif, ground]) => ({ title, daysAgo, picture: photo(seed, motif, ground) })),
});

/**
 * Sample albums: drawings with titles like those of photos. The days are chosen so that drawings of people and objects alternate, both within each album and
 * among all photos.
 */
const ALBUMS: ReadonlyArray<readonly [name: string, rows: readonly Row[]]> = [
  [
    'Schools',
    [
      ['The debate team of Rivers State', 8, 's12', 'mic', 'lagoon'],
      ['After the lesson in Ikorodu', 12, 's7', [2, 'classroom'], 'violet'],
      ['The question box in Mushin', 32, 's1', 'box', 'zobo'],
      ['First row, every hand up', 36, 's3', 'hands', 'leaf'],
      ['Waiting for the bus home', 41, 's20', 'bus', 'clay'],
      ['Three who asked the best question', 44, 's18', 3, 'indigo'],
    ],
  ],
  [
    'Hubs',
    [
      ['New mentors of the Lagos hub', 11, 's29', [3, 'arcade'], 'zobo'],
      ['The bench in Ilé-Ifẹ̀', 15, 's25', 'courtyard', 'leaf'],
      ['Ludo in Yaba', 17, 's23', 'circle', 'indigo'],
      ['Evening over Port Harcourt', 22, 's30', 'town', 'lagoon'],
      ['The drum circle', 30, 'p8', 'drum', 'clay'],
      ['Two years of Tuesdays', 31, 's33', 'teapot', 'violet'],
    ],
  ],
  [
    'Xpression Nights',
    [
      ['Backstage', 5, 'p12', [2, 'stage'], 'clay'],
      ['Before the sound check', 52, 'p5', 'radio', 'violet'],
      ['Five minutes in the light', 53, 'p2', 'lantern', 'zobo'],
      ['Poets of Port Harcourt', 60, 'p11', [3, 'stilts'], 'leaf'],
      ['The way home along the lagoon', 75, 's9', 'boat', 'lagoon'],
      ['The last poem', 76, 'p6', 'stage', 'indigo'],
    ],
  ],
  [
    'Graduations',
    [
      ['Families of the graduates', 24, 'p1', [3, 'stalls'], 'clay'],
      ['Mentor and mentee on the way', 25, 'p16', [2, 'road'], 'violet'],
      ['Morning of the ceremony', 26, 's5', 'cap', 'zobo'],
      ['Eighth NAVIGATE cohort', 27, 'p14', [3, 'block'], 'leaf'],
      ['The interns of the year', 28, 'p22', 'briefcase', 'indigo'],
      ['Champions with their pins', 33, 'p20', 'shield', 'lagoon'],
    ],
  ],
];

export const SAMPLE_ALBUMS: readonly SampleAlbum[] = ALBUMS.map(toAlbum);
