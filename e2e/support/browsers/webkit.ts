import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebKitPrograms } from '@site/scripts/browsers';
import { findFreePort } from '@site/scripts/free-port';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { type Driver, type DriverOptions, SCREEN } from './driver.ts';

const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE } as const;
const START_LIMIT_MS = 15_000;

/** Shrinks the toolbar's text and borders, which would otherwise make the window wider than a phone. */
const NARROW_TOOLBAR = '* { font-size: 1px; min-width: 0; min-height: 0; padding: 0; margin: 0; border: none; }\n';

const startDisplay = async (program: string): Promise<{ readonly server: ChildProcess; readonly name: string }> => {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  return { server, name: `:${String(number).trim()}` };
};

const connectSession = async (port: number, capabilities: Capabilities): Promise<WebDriver> => {
  for (const began = performance.now(); ; ) {
    try {
      return await new Builder().disableEnvironmentOverrides().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    } catch (error) {
      if (performance.now() - began > START_LIMIT_MS || !String(error).includes('ECONNREFUSED')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

/** Returns the page's files that failed to load. This protocol has no console log, but the host logs script errors and policy violations as faults. */
const FAILED_FILES = `performance.getEntriesByType('resource')
  .filter(({ name, responseStatus }) => name.startsWith(location.origin) && responseStatus >= 400)
  .map(({ name, responseStatus }) => location.href + ': ' + name + ' has status ' + responseStatus)`;

interface WebKitOptions extends DriverOptions {
  readonly programs: WebKitPrograms;
}

export const openWebKit = async ({ programs, otherSites, reducesMotion }: WebKitOptions): Promise<Driver> => {
  const settings = await mkdtemp(join(tmpdir(), 'webkit-'));
  await mkdir(join(settings, 'gtk-3.0'));
  await writeFile(join(settings, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  await writeFile(join(settings, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${reducesMotion ? 0 : 1}\n`);
  const display = await startDisplay(programs.display);
  const port = await findFreePort();
  const server = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: settings,
      // Containers lack the namespaces that the browser's sandbox needs. The browser opens only the site under test.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const driver = await connectSession(
    port,
    new Capabilities({
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      // A proxy in WebDriver's own settings would have to support TLS itself.
      'webkitgtk:browserOptions': {
        binary: programs.browser,
        args: ['--automation', `--proxy=http://127.0.0.1:${otherSites.proxyPort}`, '--ignore-host=127.0.0.1'],
      },
    }),
  );
  const resize = async (): Promise<void> => {
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SCREEN });
    const toolbar = SCREEN.height - Number(await driver.executeScript('return innerHeight'));
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width: SCREEN.width, height: SCREEN.height + toolbar });
  };
  await resize();
  const problems = new Set<string>();
  let reportedCount = 0;
  /** Records the files that failed to load on the current page. Called before `open` or `reload` leaves the page, and when the driver returns the problems. */
  const collectProblems = async (): Promise<void> => {
    for (const problem of (await driver.executeScript(`return ${FAILED_FILES}`)) as string[]) problems.add(problem);
  };
  return {
    version: String((await driver.getCapabilities()).getBrowserVersion()),
    open: async (url) => {
      await collectProblems();
      await driver.get(url);
    },
    reload: async () => {
      await collectProblems();
      await driver.navigate().refresh();
    },
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    clickAt: async (x, y) => {
      await driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform();
    },
    type: async (text) => {
      await driver.actions().sendKeys(text).perform();
    },
    press: async (key) => {
      await driver.actions().sendKeys(KEYS[key]).perform();
    },
    upload: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
    openTab: async () => {
      // Open a window, because pages in a background tab are not drawn.
      await driver.switchTo().newWindow('window');
      await resize();
    },
    closeTab: async () => {
      await driver.close();
      const [first = ''] = await driver.getAllWindowHandles();
      await driver.switchTo().window(first);
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    takeProblems: async () => {
      await collectProblems();
      const newProblems = [...problems].slice(reportedCount);
      reportedCount = problems.size;
      return newProblems;
    },
    close: async () => {
      await driver.quit().catch(() => {});
      for (const child of [server, display.server]) child.kill();
      await rm(settings, { recursive: true, force: true });
    },
  };
};
