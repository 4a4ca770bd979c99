import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHost } from '@site/scripts/servers';
import { type Credentials, copyRemote, createTeams, createToken, getTeamEnvironment } from '@site/scripts/teams';
import { type createReport, pause } from '../measuring.ts';

/**
 * Maximum ratio of the duration of a release to that of its build and type check. A release includes the checks on both machines, the upload, and the time
 * until the host serves it.
 */
const LIMIT_RATIO = 3;
const WAIT_LIMIT_SECONDS = 60;
const POLL_MS = 50;
/** Number of releases to measure: one in a new clone, which has no type-check cache, and two more. */
const RELEASE_COUNT = 3;

interface Change {
  readonly remote: string;
  /** Path of a page, and the file and text that each release changes. */
  readonly path: string;
  readonly file: string;
  readonly text: string;
}

const CHANGES: readonly Change[] = [
  { remote: 'gallery', path: '/gallery', file: 'src/gallery/gallery-content.ts', text: 'Our Gallery' },
  { remote: 'news-events', path: '/news', file: 'src/news/news-content.ts', text: 'Latest News & Updates' },
  { remote: 'marketing', path: '/about', file: 'src/about/about-content.ts', text: 'About Us' },
  { remote: 'auth-admin', path: '/login', file: 'src/login/login-page.tsx', text: 'For staff of' },
];

const readVersion = async (remote: string, address: string): Promise<string | undefined> =>
  new RegExp(`"${remote}":\\{"paths":[^{]*"versions":\\[\\{"version":"([^"]+)`).exec(await (await fetch(address)).text())?.[1];

/** Returns the seconds from the command until a page of the site uses the new version, and the seconds that the build took. */
const timeRelease = async (folder: string, credentials: Credentials, remote: string, address: string) => {
  const { origin } = new URL(address);
  const before = await readVersion(remote, address);
  const began = performance.now();
  const getSeconds = (): number => (performance.now() - began) / 1000;
  const child = spawn('npm', ['run', '--silent', 'deploy', '--', '--to', origin, '--skip-browser'], { cwd: folder, env: getTeamEnvironment(credentials) });
  let output = '';
  let [startedSeconds, builtSeconds] = [0, 0];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
      if (startedSeconds === 0) startedSeconds = getSeconds();
      if (builtSeconds === 0 && output.includes('Checking it')) builtSeconds = getSeconds();
    });
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  let visibleSeconds = Number.POSITIVE_INFINITY;
  while (visibleSeconds > WAIT_LIMIT_SECONDS && getSeconds() < WAIT_LIMIT_SECONDS && !child.exitCode) {
    if ((await readVersion(remote, address)) !== before) visibleSeconds = getSeconds();
    else await pause(POLL_MS);
  }
  if ((await exitCode) !== 0) throw new Error(output);
  return { visibleSeconds, buildSeconds: builtSeconds - startedSeconds };
};

/** Returns how many seconds a team's build and type check take one after the other, without a release. */
const timeBuildAndTypeCheck = (folder: string, credentials: Credentials): number => {
  const began = performance.now();
  for (const script of ['build', 'types'])
    execFileSync('npm', ['run', '--silent', script], { cwd: folder, env: getTeamEnvironment(credentials), stdio: ['ignore', 'ignore', 'inherit'] });
  return (performance.now() - began) / 1000;
};

interface SpeedOptions {
  readonly dataFolder: string;
  readonly providerUrl: string;
  readonly report: ReturnType<typeof createReport>['report'];
}

/** Releases a change to every remote through the API as its team would: with the kit, in its own repository, without a browser. */
export const measureSpeed = async ({ dataFolder, providerUrl, report }: SpeedOptions): Promise<void> => {
  const teams = await createTeams();
  const host = await startHost({ dataFolder, providerUrl, env: { LOG_LEVEL: 'error' } });
  try {
    for (const { remote, path, file, text } of CHANGES) {
      const credentials = await createToken(dataFolder, remote);
      const folder = copyRemote(remote, teams.folder);
      const source = readFileSync(join(folder, file), 'utf8');
      const workSeconds = timeBuildAndTypeCheck(folder, credentials);
      for (let number = 1; number <= RELEASE_COUNT; number += 1) {
        writeFileSync(join(folder, file), source.replaceAll(text, `${text} (${number})`));
        const { visibleSeconds, buildSeconds } = await timeRelease(folder, credentials, remote, `${host.url}${path}`);
        report(
          `${remote}, release ${number}: from the command until it is visible`,
          `${visibleSeconds.toFixed(1)} s, ${(visibleSeconds / workSeconds).toFixed(2)} × of build and type check alone (at most ${LIMIT_RATIO} ×), including ${buildSeconds.toFixed(1)} s for the build`,
          visibleSeconds / workSeconds <= LIMIT_RATIO,
        );
      }
    }
  } finally {
    await host.stop();
    teams.remove();
  }
};
