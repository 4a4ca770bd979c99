import type { ObjectName } from './artwork/objects.ts';
import type { Ground } from './artwork/palette.ts';
import { photo } from './sample-artwork.ts';
import type { SampleAlbum } from './sample-types.ts';

type Row = readonly [title: string, daysAgo: number, seed: string, motif: number | ObjectName, ground: Ground];

const toAlbum = ([name, rows]: readonly [name: string, rows: readonly Row[]]): SampleAlbum => ({
  name,
  images: rows.map(([title, daysAgo, seed, motif, ground]) => ({ title, daysAgo, picture: photo(seed, motif, ground) })),
});

/** Sample albums: drawings with the titles that photos might have. A number is that of the people in it, 0 a view without anybody. */
const ALBUMS: ReadonlyArray<readonly [name: string, rows: readonly Row[]]> = [
  [
    'Schools',
    [
      ['The question box in Mushin', 8, 's1', 'box', 'zobo'],
      ['First row, every hand up', 12, 's3', 4, 'leaf'],
      ['After the lesson in Ikorodu', 15, 's7', 2, 'violet'],
      ['The debate team of Rivers State', 27, 's12', 'mic', 'lagoon'],
      ['Three who asked the best question', 33, 's18', 3, 'indigo'],
      ['Waiting for the bus home', 41, 's20', 'bus', 'clay'],
    ],
  ],
  [
    'Hubs',
    [
      ['Thursday in Yaba', 5, 's23', 3, 'indigo'],
      ['The bench in Ilé-Ifẹ̀', 11, 's25', 'tree', 'leaf'],
      ['New mentors of the Lagos hub', 17, 's29', 4, 'zobo'],
      ['Evening over Port Harcourt', 22, 's30', 0, 'lagoon'],
      ['Two years of Tuesdays', 36, 's33', 2, 'violet'],
      ['The drum circle', 44, 'p8', 'drum', 'clay'],
    ],
  ],
  [
    'Xpression Nights',
    [
      ['Five minutes in the light', 24, 'p2', 'lantern', 'zobo'],
      ['Before the sound check', 25, 'p5', 'radio', 'violet'],
      ['The last poem', 25, 'p6', 3, 'indigo'],
      ['The way home along the lagoon', 26, 's9', 'boat', 'lagoon'],
      ['Poets of Port Harcourt', 52, 'p11', 4, 'leaf'],
      ['Backstage', 53, 'p12', 3, 'clay'],
    ],
  ],
  [
    'Graduations',
    [
      ['Eighth NAVIGATE cohort', 30, 'p14', 3, 'leaf'],
      ['Mentor and mentee', 31, 'p16', 2, 'violet'],
      ['Morning of the ceremony', 32, 's5', 'cap', 'zobo'],
      ['Champions with their pins', 60, 'p20', 3, 'lagoon'],
      ['The interns of the year', 75, 'p22', 'briefcase', 'indigo'],
      ['Families of the graduates', 76, 'p1', 4, 'clay'],
    ],
  ],
];

export const SAMPLE_ALBUMS: readonly SampleAlbum[] = ALBUMS.map(toAlbum);
