import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '@site/scripts/postgres';
import { createQueries, fetchTimed, getP95, waitForIndex } from './large-content.ts';
import { type Connection, connectLibsql, connectPostgres, type Engine, fill } from './large-site.ts';
import { createReport, getMedian, signIn, startMeasuredProvider } from './measuring.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-library');
/** Every document has its own image. */
const SIZE = { posts: 4000, events: 500, images: 14_000, applications: 1 } as const;
const TEXT_IMAGE_COUNT = 1000;
const UNUSED_IMAGE_COUNT = 500;
const ALBUM_COUNT = 20;
const REQUESTS = 40;
/**
 * Limits for the 95th percentile of request times, as multiples of the duration of a scan that joins every image with the documents that show it. `counted`
 * applies right after a change, when counting the totals for the list reads every image twice. A search compares every text. PostgreSQL has higher limits
 * because its scan runs in several processes.
 */
const LIMITS = { libsql: { list: 2, search: 4, counted: 6 }, postgres: { list: 3, search: 7, counted: 9 } } as const;
const SCANS = 5;
const SCAN_QUERY =
  'select count(*) from pictures left join gallery_images on gallery_images.picture_id = pictures.id left join posts on posts.picture_id = pictures.id left join events on events.picture_id = pictures.id where length(pictures.alt_key) + length(pictures.default_alt) > 0';

/** Creates twenty thousand images. Most are in the gallery; the others belong to documents, appear in texts, or are unused. */
export const fillLibrary = async (engine: Engine, connection: Connection): Promise<void> => {
  await fill(connection, SIZE);
  const bytes = engine === 'libsql' ? 'abs(random()) % 900000' : 'floor(random() * 900000)';
  const addImages = (source: string, values: { readonly id: string; readonly alt: string; readonly place: number }): Promise<void> =>
    connection.run(
      `insert into pictures (id, version, format, width, height, bytes, is_sample, created_at, default_alt, alt_key, is_in_text)
       select ${values.id}, 1, 'jpg', 1600, 1067, 50000 + ${bytes}, 0, created_at, ${values.alt}, lower(${values.alt}), ${values.place} from ${source}`,
    );
  await connection.run('begin');
  const at = new Date().toISOString();
  for (let index = 0; index < ALBUM_COUNT; index += 1)
    await connection.insert('albums', [
      { id: `album-${index}`, name: `Album ${index}`, name_key: `album ${index}`, position: index, is_sample: 0, created_at: at, updated_at: at },
    ]);
  for (const [table, alt] of [
    ['gallery_images', 'alt'],
    ['posts', 'picture_alt'],
    ['events', 'picture_alt'],
  ] as const) {
    await addImages(table, { id: 'id', alt, place: 0 });
    await connection.run(`update ${table} set picture_id = id`);
  }
  await connection.run(`update gallery_images set album_id = 'album-' || (length(search_text) % ${ALBUM_COUNT}) where length(title) % 10 <> 0`);
  for (const number of [1, 2, 3])
    await connection.run(
      `update posts set author_picture_id = (select min(id) from gallery_images where length(title) % 3 = ${number - 1}) where length(title) % 4 = ${number}`,
    );
  const selectNewestPosts = (count: number): string => `(select * from posts order by created_at desc limit ${count}) as chosen`;
  await addImages(selectNewestPosts(TEXT_IMAGE_COUNT), { id: "'t-' || substr(id, 3)", alt: 'title', place: 1 });
  await connection.run(
    `insert into text_images (image_id, kind, document_id, has_alt) select 't-' || substr(id, 3), 'post', id, 1 from ${selectNewestPosts(TEXT_IMAGE_COUNT)}`,
  );
  await addImages(selectNewestPosts(UNUSED_IMAGE_COUNT), { id: "'u-' || substr(id, 3)", alt: 'excerpt', place: 2 });
  await connection.run('delete from text_image_queue; update content_revision set number = number + 1; commit');
  await connection.run(engine === 'postgres' ? 'vacuum analyze' : 'analyze');
};

const PAGE = 'limit=50&counts=true';
const SEARCH = 'a search';
const LISTS: readonly (readonly [name: string, queries: readonly string[]])[] = [
  ['the first page', ['']],
  ['a page in the middle', ['&offset=9950']],
  [SEARCH, createQueries().map((text) => `&q=${encodeURIComponent(text)}`)],
  ['without alt text', ['&missing=alt']],
  ['not used', ['&use=none']],
  ['an album', ['&album=album-3', '&album=none']],
  ['added in the last 30 days', [`&since=${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}`]],
  ['sorted', ['&sort=createdAt', '&sort=-bytes', '&sort=alt', '&sort=-alt', '&sort=-bytes&offset=9950']],
];

const measureEngine = async (engine: Engine, databaseUrl: string, report: ReturnType<typeof createReport>['report']): Promise<void> => {
  const folder = path.join(FOLDER, engine);
  await mkdir(folder, { recursive: true });
  const env = { DATABASE_URL: databaseUrl, ...(databaseUrl === '' ? {} : { JWT_SECRET: randomBytes(24).toString('hex') }) };
  await (await startMeasuredProvider(folder, env)).stop();
  const connect = async (): Promise<Connection> => (engine === 'libsql' ? connectLibsql(folder) : connectPostgres(databaseUrl));
  const connection = await connect();
  await fillLibrary(engine, connection);
  const provider = await startMeasuredProvider(folder, env);
  try {
    await waitForIndex(engine, connection, folder);
    const token = await signIn(provider.url);
    const images = await connection.readFirstValue('select count(*) from pictures');
    const scans: number[] = [];
    const scan = async (): Promise<void> => {
      for (let index = 0; index < SCANS; index += 1) {
        const began = performance.now();
        await connection.readFirstValue(SCAN_QUERY);
        scans.push(performance.now() - began);
      }
    };
    for (const [name, queries] of LISTS)
      for (const isChanged of [false, true]) {
        const times: number[] = [];
        await scan();
        for (let index = 0; index < Math.max(REQUESTS, queries.length); index += 1) {
          // The provider counts totals once per content revision.
          if (isChanged) await connection.run('update content_revision set number = number + 1');
          times.push((await fetchTimed(`${provider.url}/api/media?${PAGE}${queries[index % queries.length] ?? ''}`, token)).ms);
        }
        const scanMs = getMedian(scans);
        const limits = LIMITS[engine];
        const limit = isChanged ? limits.counted : limits[name === SEARCH ? 'search' : 'list'];
        const ratio = getP95(times) / scanMs;
        report(
          `${engine}: ${name} of ${images} images${isChanged ? ', after a change' : ''}, ${times.length} requests`,
          `p95 ${getP95(times).toFixed(1)} ms, ${ratio.toFixed(2)} of a scan of ${scanMs.toFixed(1)} ms (limit ${limit}), median ${getMedian(times).toFixed(1)}`,
          ratio <= limit,
        );
      }
  } finally {
    await connection.close();
    await provider.stop();
  }
};

/** Measures the media library of a large site on both engines: list, search, filters and sort orders. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await rm(FOLDER, { recursive: true, force: true });
  const parts = (process.env.BENCH_PARTS ?? 'libsql,postgres').split(',');
  if (parts.includes('libsql')) await measureEngine('libsql', '', report);
  const postgres = parts.includes('postgres') ? await startPostgres({ isFast: true }) : undefined;
  try {
    if (parts.includes('postgres') && postgres === undefined) report('postgres', 'is not installed', false);
    if (postgres !== undefined) await measureEngine('postgres', postgres.url, report);
  } finally {
    await postgres?.remove();
  }
  await rm(FOLDER, { recursive: true, force: true });
  return allHeld();
};
