import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createBackgroundProcess } from './background-process.ts';
import { installDebianPackage } from './debian-package.ts';
import { findFreePort } from './free-port.ts';
import { findMemoryFolder } from './memory-folder.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** Space for the test databases, each of which consists of hundreds of files. */
const REQUIRED_BYTES = 2 ** 30;
const FAST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/**
 * Settings that `docs/operations.md` recommends for large content. They keep the tables that searches read in memory, and make processes keep a query's memory
 * for the next query instead of returning it to the system.
 */
const LARGE_DATABASE = {
  settings: ['shared_buffers=1GB'],
  env: { MALLOC_TRIM_THRESHOLD_: '268435456', MALLOC_TOP_PAD_: '67108864', MALLOC_MMAP_THRESHOLD_: '268435456' },
};

/** Returns the folder that contains `initdb` and `postgres`, in the newest version. */
const findPrograms = (): string | undefined => {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')).concat((process.env.PATH ?? '').split(delimiter));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
};

const getUserId = (flag: string, user: string): number => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim());

/** PostgreSQL refuses to run as root, so it runs as its own user or as the user `nobody`. */
const chooseUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const user = getUserId('-u', 'postgres') > 0 ? 'postgres' : 'nobody';
  return { uid: getUserId('-u', user), gid: getUserId('-g', user) };
};

export interface PostgresServer {
  /** URL of the database `postgres`, as its owner, without a password. */
  readonly url: string;
  pid(): number;
  run(sql: string): string;
  /** Kills all of the server's processes, as a crash would. */
  kill(): Promise<void>;
  /** Restarts the server with the same port and data, and waits until it accepts connections. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

interface PostgresOptions {
  /** If false, acknowledged commits survive a crash, but the server is slower. */
  readonly isFast: boolean;
  readonly isLarge?: boolean;
  /** If true, text is compared with ICU, in dictionary order, as on many servers. Otherwise it is compared by code point. */
  readonly usesIcuCollation?: boolean;
}

/** Starts a separate PostgreSQL server on a free port. Installs Debian's package if PostgreSQL is missing. Returns undefined if PostgreSQL is not available. */
export const startPostgres = async ({ isFast, isLarge = false, usesIcuCollation = false }: PostgresOptions): Promise<PostgresServer | undefined> => {
  if (findPrograms() === undefined) installDebianPackage('postgresql', 'for the tests');
  const programs = findPrograms();
  if (programs === undefined) return undefined;
  const user = chooseUser();
  const folder = mkdtempSync(join(findMemoryFolder({ bytes: REQUIRED_BYTES, startsPrograms: false }) ?? tmpdir(), 'postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...(isLarge && LARGE_DATABASE.env) } };
  const collation = usesIcuCollation ? ['--locale-provider=icu', '--icu-locale=en'] : [];
  const initdbResult = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'site', '--auth=trust', '--encoding=UTF8', '--no-sync', ...collation], {
    ...user,
    ...options,
    encoding: 'utf8',
  });
  if (initdbResult.status !== 0) throw new Error(`initdb failed: ${initdbResult.stderr ?? initdbResult.error}`);
  const port = await findFreePort();
  const settings = [
    ...(isFast ? FAST_SETTINGS : []),
    ...(isLarge ? LARGE_DATABASE.settings : []),
    'max_connections=200',
    `unix_socket_directories=${folder}`,
  ].flatMap((setting) => ['-c', setting]);

  const server = createBackgroundProcess({
    ...options,
    user,
    command: join(programs, 'postgres'),
    args: ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings],
    port,
    // SIGQUIT stops the server and its child processes at once, as a crash would.
    endSignal: 'SIGQUIT',
  });
  const start = async (): Promise<void> => {
    await server.start();
    // Status 1 means that the server rejects connections until it has recovered.
    while (spawnSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 1) await setTimeout(20);
  };
  await start();
  const url = `postgres://site@127.0.0.1:${port}/postgres`;
  return {
    url,
    pid: server.pid,
    run: (sql) => {
      const { status, stdout, stderr } = spawnSync(join(programs, 'psql'), ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', sql, url], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`psql failed: ${stderr}`);
      return stdout.trim();
    },
    kill: () => server.end(),
    start,
    remove: async () => {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
