/** Jest global set-up: a real PostgreSQL server in a temporary folder, Debian's package installed when it is missing. Without one the tests are skipped, visibly. */
const { spawn, spawnSync } = require('node:child_process');
const { chownSync, existsSync, mkdtempSync, readdirSync, statfsSync } = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const printLine = (line) => process.stderr.write(`${line}\n`);

/** Folder of `initdb` and `postgres`, the newest version first. */
const findPrograms = () => {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = versions.map((version) => path.join(DEBIAN_FOLDER, version, 'bin')).concat((process.env.PATH ?? '').split(path.delimiter));
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')));
};

const install = () => {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  printLine('Installing PostgreSQL for the provider tests …');
  const command = process.getuid() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
  ]) {
    spawnSync(command[0], [...command.slice(1), ...args], { stdio: 'ignore', env });
  }
};

const getUserId = (flag, user) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim());

/** PostgreSQL refuses to run as root: then it runs as its own user, or as nobody. */
const chooseUser = () => {
  if (process.getuid() !== 0) return {};
  const user = getUserId('-u', 'postgres') > 0 ? 'postgres' : 'nobody';
  return { uid: getUserId('-u', user), gid: getUserId('-g', user) };
};

const findFreePort = () =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const canConnect = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const MEMORY_FOLDER = '/dev/shm';
const NEEDED_BYTES = 2 ** 30;

/** In memory where there is room, which a container often lacks: every test creates a database of hundreds of files. */
const chooseFolder = () => {
  if (!existsSync(MEMORY_FOLDER)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize > NEEDED_BYTES ? MEMORY_FOLDER : os.tmpdir();
};

const start = async (programs) => {
  const user = chooseUser();
  const folder = mkdtempSync(path.join(chooseFolder(), 'provider-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(path.join(programs, 'initdb'), ['-D', data, '-U', 'site', '--auth=trust', '--encoding=UTF8', '--no-sync'], {
    ...options,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`);
  const port = await findFreePort();
  // Speed over safety: the data is thrown away.
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', `unix_socket_directories=${folder}`].flatMap(
    (setting) => ['-c', setting],
  );
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings], { ...options, stdio: 'ignore' });
  const giveUpAt = Date.now() + 20_000;
  while (!(await canConnect(port))) {
    if (server.exitCode !== null || Date.now() > giveUpAt) throw new Error('postgres did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { server, folder, url: `postgres://site@127.0.0.1:${port}/postgres` };
};

module.exports = async () => {
  if (findPrograms() === undefined) install();
  const programs = findPrograms();
  if (programs === undefined) {
    printLine('SKIPPED: the provider tests on PostgreSQL. There is no PostgreSQL here and none could be installed (Debian: apt-get install postgresql).');
    return;
  }
  const { server, folder, url } = await start(programs);
  process.env.TEST_POSTGRES_URL = url;
  globalThis.postgresForTests = { server, folder };
};
