import { PUBLIC_PATHS } from '../support/public-pages.ts';
import { getReachable, test } from './checkers-test.ts';
import { expectNoFindings, type Finding } from './findings.ts';
import { checkHtml } from './html-checker.ts';
import { findBrokenLinks } from './links.ts';

const MODES = [
  { name: '', headers: {} },
  { name: ' (data saver)', headers: { 'save-data': 'on' } },
] as const;

test.describe('Every page that links reach', () => {
  test('no link is broken, fragments included', async ({ site, links }) => {
    expectNoFindings('links', findBrokenLinks(site.url, links));
  });

  test('the served HTML is valid, with data saver too', async ({ site, links, htmlChecker }) => {
    test.skip(htmlChecker === undefined, 'Java is missing');
    const findings: Finding[] = [];
    for (const path of new Set([...PUBLIC_PATHS, ...getReachable(site.url, links)]))
      for (const { name, headers } of MODES) {
        const response = await fetch(`${site.url}${path}`, { headers });
        const text = await response.text();
        if (response.headers.get('content-type')?.startsWith('text/html')) findings.push(...(await checkHtml(htmlChecker ?? '', `${path}${name}`, text)));
      }
    expectNoFindings('Nu HTML checker', findings);
  });
});
