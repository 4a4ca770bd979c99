import { existsSync } from 'node:fs';

/** The headless shell opens a page in half the time that the full browser needs. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const BROWSERS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds the executable of an installed Chromium or Chrome: `CHROMIUM_PATH`, or one of the usual locations. */
export const findBrowser = (): string | undefined => [process.env.CHROMIUM_PATH ?? '', ...BROWSERS].find((path) => path !== '' && existsSync(path));

/** Flags for tests and measurements. Without a network, the browser's background requests fail and fill the log. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
