import { HASHED_MIGRATIONS } from '../database/released-migrations.ts';
import { VERSION_1 } from '../database/version-1/version-1.ts';

/** Names of the databases in `database/fixtures`, each after its newest migration: version 1.0.0 and each later migration. */
export const FIXTURES: readonly string[] = [...Object.keys(VERSION_1).slice(-1), ...Object.keys(HASHED_MIGRATIONS)];

/** Returns the file name of a fixture for an engine. `npm run database-fixtures -w scripts` writes the files. */
export const getFixtureFile = (migration: string, engine: 'sqlite' | 'postgres'): string => `${migration}.${engine === 'sqlite' ? 'db' : 'sql'}.gz`;

const COMMON_COLUMNS = { is_sample: 0, created_at: '2026-01-02T03:04:05.000Z', updated_at: '2026-01-02T03:04:05.000Z' };
const TEXTS = { picture_id: 'picture', picture_alt: 'A', category: 'Hubs', tags: '["one"]', status: 'published', author_id: 'user' };

/** Rows that version 1.0.0 could store, in an order that satisfies foreign keys. */
export const FIXTURE_ROWS: ReadonlyArray<readonly [table: string, row: Readonly<Record<string, string | number | null>>]> = [
  ['content_revision', { id: 1, number: 41 }],
  [
    'users',
    {
      id: 'user',
      name: 'Ada',
      email: 'ada@site.example',
      role: 'admin',
      password_hash: null,
      is_disabled: 0,
      created_at: COMMON_COLUMNS.created_at,
      updated_at: COMMON_COLUMNS.updated_at,
    },
  ],
  [
    'pictures',
    {
      id: 'picture',
      version: 2,
      format: 'webp',
      width: 16,
      height: 9,
      bytes: 100,
      focal_x: 0.5,
      focal_y: null,
      is_sample: 0,
      created_at: COMMON_COLUMNS.created_at,
    },
  ],
  [
    'posts',
    {
      id: 'post',
      slug: 'a-post',
      title: 'Ilé-Ifẹ̀ meets Ɓauchi',
      content: '<p>Text</p>',
      excerpt: 'Lead',
      published_at: '2026-01-02T00:00:00.000Z',
      author_name: 'Ada',
      author_picture_id: null,
      ...TEXTS,
      ...COMMON_COLUMNS,
    },
  ],
  [
    'events',
    {
      id: 'event',
      title: 'Evening',
      description: '<p>Text</p>',
      date: '2099-01-01',
      time: '4:00 PM',
      end_time: '',
      location: 'Lagos',
      registration_link: '',
      upcoming_override: null,
      ...TEXTS,
      ...COMMON_COLUMNS,
    },
  ],
  ['albums', { id: 'album', name: 'Album', name_key: 'album', position: 0, ...COMMON_COLUMNS }],
  ['gallery_images', { id: 'image', title: 'Òwò', alt: 'A', picture_id: 'picture', album_id: 'album', is_published: 1, author_id: 'user', ...COMMON_COLUMNS }],
  ['programs', { id: 'program', slug: 'a-program', title: 'Program', content: '', picture_id: 'picture', picture_alt: '', position: 0, ...COMMON_COLUMNS }],
  [
    'applications',
    {
      id: 'application',
      name: 'Bola',
      email: 'b@example.com',
      phone: '',
      qualification: '',
      location: 'Kano',
      skills: '',
      interests: '',
      motivation: '',
      read_at: null,
      is_sample: 0,
      created_at: COMMON_COLUMNS.created_at,
    },
  ],
  ['page_views', { day: '2026-01-02', path: '/news', views: 3 }],
];
