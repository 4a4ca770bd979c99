import type { ObjectName } from './artwork/objects.ts';
import type { Ground } from './artwork/palette.ts';
import { photo } from './sample-artwork.ts';
import type { SampleAlbum } from './sample-types.ts';

type Row = readonly [title: string, daysAgo: number, seed: string, motif: number | ObjectName, ground: Ground];

const toAlbum = ([name, rows]: readonly [name: string, rows: readonly Row[]]): SampleAlbum => ({
  name,
  images: rows.map(([title, daysAgo, seed, motif, ground]) => ({ title, daysAgo, picture: photo(seed, motif, ground) })),
});

/**
 * Sample albums: drawings with the titles that photos might have. A number is that of the people in it, 0 a view without people. The days put people and things side by
 * side, in each album and among all photos.
 */
const ALBUMS: ReadonlyArray<readonly [name: string, rows: readonly Row[]]> = [
  [
    'Schools',
    [
      ['The debate team of Rivers State', 8, 's12', 'mic', 'lagoon'],
      ['After the lesson in Ikorodu', 12, 's7', 2, 'violet'],
      ['The question box in Mushin', 32, 's1', 'box', 'zobo'],
      ['First row, every hand up', 36, 's3', 4, 'leaf'],
      ['Waiting for the bus home', 41, 's20', 'bus', 'clay'],
      ['Three who asked the best question', 44, 's18', 3, 'indigo'],
    ],
  ],
  [
    'Hubs',
    [
      ['New mentors of the Lagos hub', 11, 's29', 4, 'zobo'],
      ['The bench in Ilé-Ifẹ̀', 15, 's25', 'tree', 'leaf'],
      ['Ludo in Yaba', 17, 's23', 3, 'indigo'],
      ['Evening over Port Harcourt', 22, 's30', 0, 'lagoon'],
      ['The drum circle', 30, 'p8', 'drum', 'clay'],
      ['Two years of Tuesdays', 31, 's33', 2, 'violet'],
    ],
  ],
  [
    'Xpression Nights',
    [
      ['Backstage', 5, 'p12', 3, 'clay'],
      ['Before the sound check', 52, 'p5', 'radio', 'violet'],
      ['Five minutes in the light', 53, 'p2', 'lantern', 'zobo'],
      ['Poets of Port Harcourt', 60, 'p11', 4, 'leaf'],
      ['The way home along the lagoon', 75, 's9', 'boat', 'lagoon'],
      ['The last poem', 76, 'p6', 3, 'indigo'],
    ],
  ],
  [
    'Graduations',
    [
      ['Families of the graduates', 24, 'p1', 4, 'clay'],
      ['Mentor and mentee', 25, 'p16', 2, 'violet'],
      ['Morning of the ceremony', 26, 's5', 'cap', 'zobo'],
      ['Eighth NAVIGATE cohort', 27, 'p14', 3, 'leaf'],
      ['The interns of the year', 28, 'p22', 'briefcase', 'indigo'],
      ['Champions with their pins', 33, 'p20', 3, 'lagoon'],
    ],
  ],
];

export const SAMPLE_ALBUMS: readonly SampleAlbum[] = ALBUMS.map(toAlbum);
