import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installDebianPackage } from '@site/scripts/debian-package';
import { findFreePort } from '@site/scripts/free-port';
import { fetchNpmPackage } from '@site/scripts/npm-package';
import * as v from 'valibot';
import type { Finding } from './findings.ts';

const VNU = {
  name: 'vnu-jar',
  version: '26.9.27',
  integrity: 'sha512-TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==',
  megabytes: 30,
};

/** Time limit for starting the checker. Java first reads the checker's schemas, which takes seconds, or up to a minute on a busy machine. */
const START_LIMIT_MS = 180_000;

const reportSchema = v.object({
  messages: v.array(v.object({ type: v.string(), subType: v.optional(v.string()), message: v.string(), extract: v.optional(v.string(), '') })),
});

/** Returns the errors and warnings that the Nu HTML checker at `checkerUrl` reports for a page or a fragment of the DOM. */
export const checkHtml = async (checkerUrl: string, page: string, html: string): Promise<readonly Finding[]> => {
  const response = await fetch(`${checkerUrl}/?out=json`, { method: 'POST', headers: { 'content-type': 'text/html; charset=utf-8' }, body: html });
  const { messages } = v.parse(reportSchema, await response.json());
  return messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .map(({ message, extract }) => ({ checker: 'Nu HTML checker', rule: message, page, where: extract.replaceAll(/\s+/g, ' ') }));
};

const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0;

/** The checker's deeply nested schemas would overflow Java's default stack. */
const JAVA_OPTIONS = ['-Xss8m', '-Dnu.validator.servlet.bind-address=127.0.0.1'];

/**
 * Starts the W3C's Nu HTML checker as an HTTP service for all workers, which read its URL from their environment. Without Java, the checks are skipped, but CI
 * fails.
 */
const startHtmlChecker = async (): Promise<(() => Promise<void>) | undefined> => {
  if (!hasJava()) installDebianPackage('default-jre-headless', 'for the Nu HTML checker');
  if (!hasJava()) {
    const reason = 'The Nu HTML checker needs Java. Install Debian\'s package "default-jre-headless".';
    if (process.env.CI !== undefined) throw new Error(reason);
    process.stdout.write(`${reason} Its checks are skipped.\n`);
    return undefined;
  }
  const jar = join(await fetchNpmPackage(VNU), 'build/dist/vnu.jar');
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('java', [...JAVA_OPTIONS, '-cp', jar, 'nu.validator.servlet.Main', `${port}`], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const deadline = performance.now() + START_LIMIT_MS;
  for (let isReady = false; !isReady; ) {
    await wait(500);
    if (performance.now() > deadline || child.exitCode !== null) throw new Error('The Nu HTML checker did not start.');
    isReady = await checkHtml(url, '', '<!doctype html><title>a</title>').then(
      () => true,
      () => false,
    );
  }
  process.env.HTML_CHECKER_URL = url;
  return async () => {
    child.kill();
    await exited;
  };
};

export default startHtmlChecker;
