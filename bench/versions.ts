import { randomBytes } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '@site/scripts/postgres';
import type { RunningServer } from '@site/scripts/servers';
import { type Connection, connectLibsql, connectPostgres, type Engine, fill } from './large-site.ts';
import { createReport, getMedian, signIn, startMeasuredProvider } from './measuring.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-versions');
const POST_COUNT = 5000;
const VERSIONS_PER_POST = 40;
/** Posts to measure. They have the same number of versions on both sites, so the responses match and only the amount of other data differs. */
const MEASURED_POSTS = 60;
const REPEATS = 5;
const LIMIT = 1.2;
/** Smaller differences are noise from timers and the scheduler. */
const NOISE_MS = 1;

/** Inserts versions in the provider's format. The newest version equals the post itself. */
const insertVersions = async (engine: Engine, connection: Connection, posts: string): Promise<void> => {
  const jsonFunction = engine === 'libsql' ? 'json_object' : 'json_build_object';
  const fields = ['title', 'excerpt', 'content', 'category', 'tags', 'slug', 'featuredImageAlt', 'authorName'];
  const columns = ['title', 'excerpt', 'content', 'category', 'tags', 'slug', 'picture_alt', 'author_name'];
  const json = `cast(${jsonFunction}(${fields.map((field, index) => `'${field}', ${columns[index]}`).join(', ')}) as text)`;
  await connection.run('begin');
  for (let number = 1; number <= VERSIONS_PER_POST; number += 1) {
    const savedAt = new Date(Date.now() - (VERSIONS_PER_POST - number) * 9 * 24 * 3_600_000).toISOString();
    const updatedAt = number === VERSIONS_PER_POST ? 'updated_at' : `'${savedAt}'`;
    await connection.run(
      `insert into versions (id, kind, document_id, number, document_updated_at, saved_at, saved_by, act, status, changed, fields, picture_id)
       select '${number}-' || id, 'post', id, ${number}, ${updatedAt}, '${savedAt}', '', 'published', status, '["content"]', ${json}, picture_id from posts where ${posts}`,
    );
    await connection.run(
      `insert into version_images (picture_id, version_id) select picture_id, '${number}-' || id from posts where picture_id is not null and ${posts}`,
    );
  }
  await connection.run('commit');
  await connection.run(engine === 'postgres' ? 'vacuum analyze' : 'analyze; pragma wal_checkpoint(truncate)');
};

const readBytes = async (engine: Engine, connection: Connection): Promise<number> =>
  engine === 'postgres'
    ? Number(await connection.readFirstValue('select pg_database_size(current_database())'))
    : Number(await connection.readFirstValue('select page_count * page_size from pragma_page_count, pragma_page_size'));

interface Call {
  readonly name: string;
  readonly run: (url: string, token: string, id: string) => Promise<void>;
}

const send = async (url: string, token: string, init: RequestInit = {}): Promise<void> => {
  const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
};
const read =
  (...paths: readonly string[]) =>
  async (url: string, token: string, id: string): Promise<void> => {
    for (const each of paths) await send(`${url}/api${each.replace(':id', id)}`, token);
  };

const CALLS: readonly Call[] = [
  { name: 'opening an editor', run: read('/posts/:id', '/drafts/post/:id', '/reviews/post/:id') },
  { name: 'the list of versions', run: read('/versions/post/:id') },
  { name: 'the history with two versions to compare', run: read('/versions/post/:id', `/versions/post/:id/${VERSIONS_PER_POST}`, '/versions/post/:id/20') },
  { name: 'the list of posts', run: read('/posts?status=all&view=summary&scope=all&limit=25&counts=true') },
  { name: 'the dashboard', run: read('/dashboard') },
  {
    name: 'a save, which writes a version',
    run: (url, token, id) =>
      send(`${url}/api/posts/${id}`, token, { method: 'PUT', body: JSON.stringify({ excerpt: `Measured ${randomBytes(6).toString('hex')}` }) }),
  },
];

const measureCall = async (providers: readonly RunningServer[], tokens: readonly string[], ids: readonly string[], { run }: Call): Promise<number[]> => {
  const times: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const [index, id] of ids.entries()) {
      for (const side of index % 2 === 0 ? [0, 1] : [1, 0]) {
        const began = performance.now();
        await run(providers[side]?.url ?? '', tokens[side] ?? '', id);
        times[side]?.push(performance.now() - began);
      }
    }
  }
  return times.map(getMedian);
};

interface ComparedSite {
  readonly folder: string;
  readonly databaseUrl: string;
}

interface ComparedSites {
  readonly fewVersions: ComparedSite;
  readonly manyVersions: ComparedSite;
}

type Report = ReturnType<typeof createReport>['report'];

const readIds = async (connection: Connection): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < MEASURED_POSTS; index += 1) ids.push(await connection.readFirstValue(`select id from posts where slug = 'measured-${index}'`));
  return ids;
};

const measureEngine = async (engine: Engine, { fewVersions, manyVersions }: ComparedSites, copy: () => Promise<void>, report: Report): Promise<void> => {
  const secrets = engine === 'libsql' ? {} : { JWT_SECRET: randomBytes(24).toString('hex') };
  const start = ({ folder, databaseUrl }: ComparedSite) => startMeasuredProvider(folder, { DATABASE_URL: databaseUrl, ...secrets });
  const connect = async ({ folder, databaseUrl }: ComparedSite): Promise<Connection> =>
    engine === 'libsql' ? connectLibsql(folder) : connectPostgres(databaseUrl);
  for (const { folder } of [fewVersions, manyVersions]) await mkdir(folder, { recursive: true });
  await (await start(fewVersions)).stop();
  const source = await connect(fewVersions);
  await fill(source, { posts: POST_COUNT, events: 200, images: 200, applications: 50 });
  const slugs = Array.from({ length: MEASURED_POSTS }, (_, index) => `'measured-${index}'`).join(', ');
  await insertVersions(engine, source, `slug in (${slugs})`);
  const ids = await readIds(source);
  await source.close();
  await copy();
  const target = await connect(manyVersions);
  const before = await readBytes(engine, target);
  await insertVersions(engine, target, `slug not in (${slugs})`);
  const bytes = (await readBytes(engine, target)) - before;
  const rows = Number(await target.readFirstValue('select count(*) from versions'));
  await target.close();
  const added = rows - MEASURED_POSTS * VERSIONS_PER_POST;
  process.stdout.write(
    `${engine}: ${rows} versions of ${POST_COUNT} posts; ${Math.round(bytes / added)} bytes each with its indexes, ${Math.round(bytes / 1_000_000)} MB for ${added} of them\n`,
  );

  const providers = [await start(fewVersions), await start(manyVersions)];
  try {
    const tokens = await Promise.all(providers.map(({ url }) => signIn(url)));
    for (const call of CALLS) {
      await measureCall(providers, tokens, ids.slice(0, 10), call);
      const [fewMs = Number.NaN, manyMs = Number.NaN] = await measureCall(providers, tokens, ids, call);
      report(
        `${engine}: ${call.name}, median of ${ids.length * REPEATS}`,
        `${manyMs.toFixed(2)} ms, ${(manyMs / fewMs).toFixed(2)} × the ${fewMs.toFixed(2)} ms with ${MEASURED_POSTS * VERSIONS_PER_POST} versions (limit ${LIMIT})`,
        manyMs <= Math.max(LIMIT * fewMs, fewMs + NOISE_MS),
      );
    }
  } finally {
    await Promise.all(providers.map((provider) => provider.stop()));
  }
};

/**
 * Measures response times for staff on a large site with 200,000 versions, about a year's worth. The reference is a site where only the measured posts have
 * versions.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await rm(FOLDER, { recursive: true, force: true });
  const fewVersions = { folder: path.join(FOLDER, 'few'), databaseUrl: '' };
  const manyVersions = { folder: path.join(FOLDER, 'many'), databaseUrl: '' };
  await measureEngine('libsql', { fewVersions, manyVersions }, () => cp(fewVersions.folder, manyVersions.folder, { recursive: true }), report);
  const postgres = await startPostgres({ isFast: true });
  try {
    if (postgres === undefined) report('postgres', 'is not installed', false);
    else {
      postgres.run('create database few');
      const toComparedSite = (name: string): ComparedSite => ({
        folder: path.join(FOLDER, `${name}-postgres`),
        databaseUrl: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
      });
      await measureEngine(
        'postgres',
        { fewVersions: toComparedSite('few'), manyVersions: toComparedSite('many') },
        async () => void postgres.run('create database many template few'),
        report,
      );
    }
  } finally {
    await postgres?.remove();
    await rm(FOLDER, { recursive: true, force: true });
  }
  return allHeld();
};
