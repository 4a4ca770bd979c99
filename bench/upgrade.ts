import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildWorkspace } from '@site/releases/release-client';
import { printLine, root } from '@site/scripts/parts';
import { type Instance, startTopology, type Topology } from '@site/scripts/topology';
import { prepareBuiltCommit } from './built-commit.ts';
import { type Client, createClient, getPercentile, sendLoad } from './load.ts';
import { createReport, pause } from './measuring.ts';
import { createStaff, type Staff, type StoredPost } from './staff-calls.ts';

interface Version {
  readonly version: string;
  readonly commit: string;
}
const WRITE_MS = Number(process.env.BENCH_SECONDS ?? 60) * 1000;
const WRITERS = 4;
/** Long enough for the load balancer to notice each step before the next one starts. */
const STEP_MS = 8_000;
const PAUSE_MS = 50;
const SEARCH_WORD = 'rolling';
const EXCLUDED_NAMES = new Set(['node_modules', 'dist', 'data', '.cache', '.git', 'test-results', 'reference']);
/** Inputs for a provider build, and this release's built host. */
const LINKED_PATHS = ['node_modules', 'provider/node_modules', 'host/node_modules', 'shared/node_modules', 'host/dist'];
const DRAIN_ENV = { DRAIN_SECONDS: '3' };

/** Breaking migration: earlier releases cannot use the database afterwards. */
const RENAME_MIGRATION = `{
  up: (db: Kysely<unknown>) => db.schema.alterTable('posts').renameColumn('excerpt', 'summary').execute(),
  compatibleSince: '999-renaming',
  undo: ['alter table posts rename column summary to excerpt'],
}`;

const readLastVersion = (): Version => {
  const versions: readonly Version[] = JSON.parse(readFileSync(join(root, 'versions.json'), 'utf8'));
  const last = versions.at(-1);
  if (last === undefined) throw new Error('versions.json records no version.');
  return last;
};

/** Creates a folder with this release's host and with a provider that has an additional migration. */
const createNextRelease = async (name: string, migration: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  cpSync(root, folder, { recursive: true, filter: (source) => source === root || !EXCLUDED_NAMES.has(basename(source)) });
  for (const path of LINKED_PATHS) symlinkSync(join(root, path), join(folder, path));
  const file = join(folder, 'provider/src/database/released-migrations.ts');
  const source = readFileSync(file, 'utf8');
  const changed = source
    .replace("import type { Migration } from 'kysely';", "import type { Kysely, Migration } from 'kysely';")
    .replace('export const MIGRATIONS: Readonly<Record<string, ReleasedMigration>>', 'export const MIGRATIONS: Record<string, ReleasedMigration>');
  if (changed.split('Kysely').length < 2 || !changed.includes('MIGRATIONS: Record<')) throw new Error(`${file} is not as expected`);
  writeFileSync(file, `${changed}\nMIGRATIONS['${name}'] = ${migration};\n`);
  await buildWorkspace(join(folder, 'provider'));
  return folder;
};

const rollBack = (checkout: string, { database }: Topology): string => {
  const env = { ...process.env, DATABASE_URL: database.url, JWT_SECRET: ''.padEnd(40, '.'), DATA_DIR: mkdtempSync(join(tmpdir(), 'rollback-')) };
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'rollback', '-w', 'provider'], { cwd: checkout, env, encoding: 'utf8' });
  rmSync(env.DATA_DIR, { recursive: true, force: true });
  return status === 0 ? stdout.trim().replaceAll('\n', ' ') : `status ${status}: ${stderr}`;
};

interface WriteResult {
  readonly titles: ReadonlyMap<string, string>;
  /** Titles of writes that got no response and may or may not be stored. */
  readonly unansweredTitles: ReadonlySet<string>;
  readonly failures: readonly string[];
  readonly times: readonly number[];
}

/** Whether the proxy or the host responded in place of a killed provider. */
const isProviderDown = (status: number): boolean => [0, 502, 503].includes(status);

/** Creates and changes posts until `isOver`. Repeats a write once if it gets no response, as staff would. Returns the acknowledged titles by post id. */
const write = async (client: Client, staff: Staff, prefix: string, isOver: () => boolean): Promise<WriteResult> => {
  const titles = new Map<string, string>();
  const unansweredTitles = new Set<string>();
  const failures: string[] = [];
  const times: number[] = [];
  const idlePosts: string[] = [];
  await sendLoad({ concurrency: WRITERS }, isOver, async (index) => {
    let title = `${SEARCH_WORD} ${prefix} ${index}`;
    // No other request changes this post until its write has finished.
    const changed = index % 2 === 0 ? undefined : idlePosts.shift();
    const send = () => client.call(changed === undefined ? staff.createPost(title) : staff.updatePost(changed, title));
    let result = await send();
    if (isProviderDown(result.status)) {
      unansweredTitles.add(title);
      title += ' again';
      result = await send();
    }
    const { status, body, reason, milliseconds } = result;
    times.push(milliseconds);
    if (status !== 200 && status !== 201) {
      failures.push(`${status} ${reason}`);
      return;
    }
    const { data }: { data: StoredPost } = JSON.parse(body);
    titles.set(data._id, title);
    idlePosts.push(data._id);
    await pause(PAUSE_MS);
  });
  return { titles, unansweredTitles, failures, times };
};

const replaceAll = async (instances: readonly Instance[], checkout: string, pauseMs: number): Promise<void> => {
  for (const instance of instances) {
    await pause(pauseMs);
    await instance.stop();
    await instance.start(checkout);
  }
};

/** Lists the ids and titles of the acknowledged posts that a provider returns for a query, in the provider's order. */
const listTitles = async (client: Client, { url }: Instance, query: string, unansweredTitles: ReadonlySet<string>): Promise<readonly string[]> => {
  const { status, body } = await client.call({ origins: [url], path: `/api/posts${query}` });
  if (status !== 200) throw new Error(`${url} responded with ${status}.`);
  const { data }: { data: readonly StoredPost[] } = JSON.parse(body);
  return data.filter(({ title }) => title.startsWith(SEARCH_WORD) && !unansweredTitles.has(title)).map(({ _id, title }) => `${_id} ${title}`);
};

/**
 * Upgrades step by step from the last released version to this one and rolls back, during writes. Halfway through, kills a provider of the old version and
 * restarts it on the new version's tables. Returns true if no write failed and every provider lists the same posts.
 */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const { version, commit } = readLastVersion();
  const previousBuild = prepareBuiltCommit(commit.slice(0, 8));
  const next = await createNextRelease('999-renaming', RENAME_MIGRATION);
  printLine(`From version ${version} to this commit, and back.`);
  const topology = await startTopology({ dataFolder: join(previousBuild, 'data'), checkout: previousBuild, hostEnv: DRAIN_ENV, providerEnv: DRAIN_ENV });
  const { providers, hosts } = topology;
  const client = createClient();
  const writtenTitles = new Map<string, string>();
  const unansweredTitles = new Set<string>();

  /** Checks that every provider lists and finds exactly the acknowledged posts. */
  const compare = async (name: string): Promise<void> => {
    const expectedTitles = [...writtenTitles].map(([id, title]) => `${id} ${title}`).sort();
    const isEqual = (first: readonly string[], second: readonly string[]): boolean => first.join('\n') === second.join('\n');
    for (const [what, query] of [
      ['list', ''],
      ['search', `?q=${SEARCH_WORD}`],
    ] as const) {
      const foundTitles = await Promise.all(providers.map((provider) => listTitles(client, provider, query, unansweredTitles)));
      const isIdentical = foundTitles.every((titles) => isEqual(titles, foundTitles[0] ?? []));
      const isComplete = isEqual([...(foundTitles[0] ?? [])].sort(), expectedTitles);
      report(
        `${name}: ${what} of both providers`,
        `${isIdentical ? 'identical' : 'different'}, ${foundTitles[0]?.length} of ${expectedTitles.length} posts${isComplete ? '' : ', not those that were acknowledged'}`,
        isIdentical && isComplete,
      );
    }
  };
  /** Replaces servers during writes. Fails if more writes got no response than `kills` can explain. */
  const replaceDuringWrites = async (name: string, staff: Staff, kills: number, replace: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    let isOver = false;
    const writes = write(client, staff, name.replaceAll(' ', '-'), () => isOver);
    await replace();
    await pause(WRITE_MS - (performance.now() - began));
    isOver = true;
    const { titles, failures, times, ...others } = await writes;
    for (const [id, title] of titles) writtenTitles.set(id, title);
    for (const title of others.unansweredTitles) unansweredTitles.add(title);
    const maxUnanswered = kills * WRITERS;
    report(
      `${name}: writes without a response, sent again`,
      `${others.unansweredTitles.size} (limit ${maxUnanswered}: ${WRITERS} for each kill)`,
      others.unansweredTitles.size <= maxUnanswered,
    );
    for (const failure of failures.slice(0, 5)) printLine(`      ${failure}`);
    report(
      `${name}: writes in ${Math.round((performance.now() - began) / 1000)} s`,
      `${failures.length} of ${times.length} failed, p99 ${Math.round(getPercentile(times, 99))} ms`,
      failures.length === 0 && times.length > 0,
    );
    // Every two seconds, the scheduler indexes posts that the previous release has written.
    await pause(5000);
    await compare(name);
  };

  try {
    const staff = await createStaff(client, topology);
    const [first, ...others] = providers;
    await replaceDuringWrites('half of the upgrade', staff, others.length, async () => {
      await replaceAll(first === undefined ? [] : [first], root, STEP_MS);
      // Servers that have not been replaced yet must still be able to restart.
      for (const other of others) {
        await pause(STEP_MS);
        await other.kill();
        await other.start(previousBuild);
      }
    });
    await replaceDuringWrites('upgrade', staff, 0, async () => {
      await replaceAll(others, root, STEP_MS);
      await replaceAll(hosts, root, 2000);
    });
    await replaceDuringWrites('way back', staff, 0, async () => {
      await replaceAll(hosts, previousBuild, 2000);
      await replaceAll(providers, previousBuild, STEP_MS);
    });

    // The next release removes a column that the previous one needs. Restoring the database must take one command.
    for (const { stop } of providers) await stop();
    await providers[0]?.start(next);
    await providers[0]?.stop();
    const reason = await providers[0]?.start(previousBuild).then(
      () => '',
      (error: unknown) => String(error),
    );
    report(
      'the previous release over a database that it cannot use',
      reason === '' ? 'started' : 'does not start, and names the command',
      /npm run rollback -w provider/.test(reason ?? ''),
    );
    const output = rollBack(previousBuild, topology);
    report('npm run rollback -w provider', output, output.includes('Undone: 999-renaming'));
    await Promise.all(providers.map(({ start }) => start(previousBuild)));
    await compare('after the rollback');
  } finally {
    client.close();
    await topology.stop();
    rmSync(next, { recursive: true, force: true });
  }
  return allHeld();
};
