import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] }[];
}

const COLOUR_RULES = JSON.stringify(['color-contrast', 'link-in-text-block']);

/** The rules to check: a page that has changed its theme since all were checked can only violate those about colours. */
type Rules = 'all' | 'colours';

/** The violations that axe finds on the page, one line each. Requires `bypassCSP`, because the page's Content-Security-Policy blocks the scanner. */
export const axeViolations = async (page: Page, rules: Rules = 'all'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult>(rules === 'all' ? 'axe.run()' : `axe.run({ runOnly: { type: 'rule', values: ${COLOUR_RULES} } })`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};
