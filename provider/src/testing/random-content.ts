import { fillDerivedColumns } from '../database/derived-columns.ts';
import type { Database } from '../database/schema/tables.ts';
import { createId } from '../domain/ids.ts';
import { createRandom } from '../samples/artwork/random.ts';

const ROWS = 90;
export const STATUSES = ['published', 'published', 'published', 'draft', 'scheduled', 'archived'] as const;
export const TITLES = ['Ilé-Ifẹ̀ meets', '100% of us', 'under_score', 'A \\ B', 'Schools', 'SCHOOL visit', 'Ɓauchi'] as const;
const TOPICS = ['Hubs', ' hubs', 'Schools', 'music', 'Music ', ''] as const;

const day = (offset: number): string => new Date(Date.UTC(2026, 10, 21) + offset * 86_400_000).toISOString().slice(0, 10);

/** Creates posts, events and images, many of which have equal sort values, and some of which are in the trash. */
export const createRandomContent = (seed: string) => {
  const random = createRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const randomBelow = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[randomBelow(choices.length)] ?? choices[0];

  const createTimestamps = () => {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + randomBelow(20) * 3_600_000).toISOString();
    return { created_at: timestamp, updated_at: timestamp, deleted_at: chance(0.1) ? timestamp : null, is_sample: 0 as const };
  };

  const insert = async (db: Database): Promise<readonly string[]> => {
    const albums = [createId(), createId()];
    for (const [position, id] of albums.entries())
      await db.insertInto('albums').values({ id, name: id, name_key: id, position, created_at: 'x', updated_at: 'x', is_sample: 0 }).execute();
    for (let index = 0; index < ROWS; index += 1) {
      const status = pick(STATUSES);
      const publishedAt = new Date(Date.UTC(2026, 5, 1) + randomBelow(25) * 86_400_000).toISOString();
      await db
        .insertInto('posts')
        .values({
          id: createId(),
          slug: `slug-${index}`,
          title: pick(TITLES),
          content: '<p>One <b>t</b>wo &amp; three</p><p>four</p>',
          excerpt: chance(0.5) ? '' : 'An excerpt',
          picture_id: null,
          picture_alt: '',
          category: pick(TOPICS),
          tags: JSON.stringify([pick(TOPICS), pick(TOPICS)].filter(() => chance(0.5))),
          status,
          published_at: status === 'published' || chance(0.3) ? publishedAt : null,
          author_id: null,
          author_name: 'A',
          author_picture_id: null,
          ...createTimestamps(),
        })
        .execute();
      await db
        .insertInto('events')
        .values({
          id: createId(),
          title: pick(TITLES),
          description: '<p>One <b>t</b>wo</p>',
          date: chance(0.1) ? '' : day(randomBelow(9) - 4),
          time: pick(['', '9:00 AM', '16:00', 'noon']),
          end_time: pick(['', '', '6:00 PM', '11:59 PM']),
          location: 'L',
          category: 'C',
          picture_id: null,
          picture_alt: '',
          tags: '[]',
          registration_link: '',
          status: pick(STATUSES),
          upcoming_override: chance(0.2) ? pick([0, 1]) : null,
          author_id: null,
          ...createTimestamps(),
        })
        .execute();
      const imageId = createId();
      await db
        .insertInto('pictures')
        .values({ id: imageId, version: 1, format: 'jpg', width: 1, height: 1, bytes: 1, focal_x: null, focal_y: null, is_sample: 0, created_at: 'x' })
        .execute();
      await db
        .insertInto('gallery_images')
        .values({
          id: createId(),
          title: pick(TITLES),
          alt: '',
          picture_id: imageId,
          album_id: chance(0.3) ? null : (albums[randomBelow(2)] ?? null),
          position: randomBelow(4),
          is_published: chance(0.8) ? 1 : 0,
          author_id: null,
          ...createTimestamps(),
        })
        .execute();
    }
    await fillDerivedColumns(db);
    return albums;
  };

  return { chance, below: randomBelow, pick, insert };
};
