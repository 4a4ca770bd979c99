import type { Page } from '@playwright/test';
import { expect, test } from '../support/site-test.ts';

const STRICT_DYNAMIC = /'strict-dynamic' /;
/** Parts of the policy that Safari before 15.4 does not support. */
const NEWER_DIRECTIVES = /'strict-dynamic' |(?:style-src-attr|require-trusted-types-for|trusted-types) [^;]*; /g;

/** Serves pages with the policy that an older browser would apply. The context does not bypass the policy. */
const removeFromPolicy = async (page: Page, unknown: RegExp): Promise<void> => {
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const { 'integrity-policy': _policy, 'content-security-policy': policy = '', ...headers } = response.headers();
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy.replace(unknown, '') } });
  });
};

const watchViolations = async (page: Page): Promise<() => Promise<readonly string[]>> => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violations.push(`${violatedDirective} ${blockedURI}`));
  });
  return () => page.evaluate(() => Reflect.get(window, 'violations'));
};

test.describe('a browser that supports less of the policy', () => {
  test.use({ serviceWorkers: 'block' });

  test('hydrates public pages and shows the sign-in form without strict-dynamic', { tag: '@whole' }, async ({ site, page }) => {
    await removeFromPolicy(page, STRICT_DYNAMIC);
    const readViolations = await watchViolations(page);
    for (const path of ['/', '/gallery', '/login']) {
      await page.goto(`${site.url}${path}`);
      await expect(page.locator('html[data-alive]')).toBeAttached({ timeout: 20_000 });
      if (path === '/login') await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible({ timeout: 20_000 });
      expect(await readViolations(), path).toEqual([]);
    }
  });

  test('applies style attributes despite the policy', async ({ site, page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
    await removeFromPolicy(page, NEWER_DIRECTIVES);
    const readViolations = await watchViolations(page);
    await page.goto(`${site.url}/about`);
    await expect(page.locator('html[data-alive]')).toBeAttached({ timeout: 20_000 });
    const violations = await readViolations();
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.filter((violation) => violation !== 'style-src-attr inline')).toEqual([]);
    const goal = page.locator('[style*="--goal"]').first();
    expect(await goal.evaluate((element: HTMLElement) => element.style.getPropertyValue('--goal'))).toMatch(/^var\(--/);
  });
});
