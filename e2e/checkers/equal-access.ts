import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fetchNpmPackage } from '@site/scripts/npm-package';
import { finishTransitions } from '../support/axe.ts';
import type { Finding } from './findings.ts';

const ENGINE = {
  name: 'accessibility-checker-engine',
  version: '4.0.34',
  integrity: 'sha512-nGE7j5gI/914QLgt1tFcjM9kCr4EKx3HxctsZE8BobObYmQr+UoYsKdWVLowG4QHCB7G/F0Prr3kTwKENPHrcA==',
  megabytes: 4,
};

interface EngineReport {
  readonly results: readonly {
    readonly ruleId: string;
    readonly reasonId: string | number;
    readonly value: readonly [category: string, outcome: string];
    readonly message: string;
    readonly snippet: string;
    readonly path: { readonly dom: string };
  }[];
}

let source: string | undefined;

const DISPLAY_MODES = ([360, 1280] as const).flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })));

/**
 * Expression that returns the results for rendered elements. The engine does not know that a closed `details` element hides its content, so it reports content
 * without a size or label.
 */
const CHECK_EXPRESSION = `new ace.Checker().check(document, ['IBM_Accessibility']).then(({ results }) => ({
  results: results.filter(({ path }) => document.evaluate(path.dom, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue?.checkVisibility() !== false)
}))`;

/**
 * Returns the violations that IBM's engine finds on the page at two widths and in two themes. Results that need human judgement are left out. Requires
 * `bypassCSP`, because the page's Content-Security-Policy blocks the engine.
 */
export const checkEqualAccess = async (page: Page, state: string): Promise<readonly Finding[]> => {
  source ??= readFileSync(join(await fetchNpmPackage(ENGINE), 'ace.js'), 'utf8');
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(source);
  const findings: Finding[] = [];
  const viewport = page.viewportSize();
  for (const { width, colorScheme } of DISPLAY_MODES) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await finishTransitions(page);
    const { results } = await page.evaluate<EngineReport>(CHECK_EXPRESSION);
    const violations = results.filter(({ value: [category, outcome] }) => category === 'VIOLATION' && outcome === 'FAIL');
    for (const { ruleId, reasonId, message, snippet, path } of violations)
      findings.push({
        checker: 'Equal Access',
        rule: `${ruleId} ${reasonId}: ${message}`,
        page: `${state} (${width} px, ${colorScheme})`,
        where: `${path.dom} ${snippet}`,
      });
  }
  // Restore the test's viewport for the states that follow.
  if (viewport !== null) await page.setViewportSize(viewport);
  return findings;
};
