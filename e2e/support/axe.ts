import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { DISPLAY_MODES } from './long-drills.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] }[];
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rules to check. Once a page has passed all rules, a change of theme can only break the colour rules. */
type Rules = 'all' | 'colours';

/** Runs code in the page through the DevTools protocol, which the page's Content-Security-Policy does not block. */
const runInPage = async (page: Page, expression: string): Promise<unknown> => {
  const client = await page.context().newCDPSession(page);
  try {
    const { result, exceptionDetails } = await client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  } finally {
    await client.detach();
  }
};

export const findAxeViolations = async (page: Page, rules: Rules = 'all'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await runInPage(page, `${source}; undefined`);
  // Report only violations, because describing every element that passes takes longer than the check itself.
  const options = { resultTypes: ['violations'], ...(rules === 'all' ? {} : { runOnly: { type: 'rule', values: COLOUR_RULES } }) };
  const { violations } = (await runInPage(page, `axe.run(${JSON.stringify(options)})`)) as AxeResult;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

/** Finishes the colour transitions after a theme change, because intermediate colours have less contrast. */
export const finishTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const findTransitions = (): Animation[] =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition && animation.playState === 'running');
    // When a colour transition ends, elements that inherit the colour start their own.
    for (let running = findTransitions(); running.length > 0; running = findTransitions()) for (const transition of running) transition.finish();
  });

/** Checks one state of a page in each theme and at each width. Returns the violations, and the combinations in which the page scrolls horizontally. */
export const scanDisplayModes = async (page: Page, state: string, displayModes = DISPLAY_MODES): Promise<string[]> => {
  const problems: string[] = [];
  for (const { colorScheme, width } of displayModes) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await finishTransitions(page);
    const prefix = `${state}, ${colorScheme}, ${width} px wide:`;
    problems.push(...(await findAxeViolations(page)).map((violation) => `${prefix} ${violation}`));
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) problems.push(`${prefix} scrolls horizontally`);
  }
  return problems;
};
