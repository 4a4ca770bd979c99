import type { BrowserContext, Page } from '@playwright/test';
import { createRandom, SEED } from '@site/shared/testing/random';
import { isLongRun } from '../support/long-drills.ts';
import { expectHydrated, fillApplication } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient } from '../support/staff.ts';

const FORM_CALL = '**/api/forms/volunteer';
const QUEUED_MESSAGE = /^You are offline\./;

const openForm = async (page: Page, site: Site, name: string): Promise<void> => {
  await page.goto(`${site.url}/volunteer`);
  await expectHydrated(page);
  await fillApplication(page);
  await page.getByLabel('Name').fill(name);
};

const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send application' }).click();

const countApplications = async (site: Site, name: string): Promise<number> => {
  const applications: readonly { readonly name: string }[] = await (await createStaffClient(site)).get('/applications');
  return applications.filter((application) => application.name === name).length;
};

test.describe('The volunteer form without a connection', () => {
  test('VOL-11 VOL-12 is sent once when the connection is back, with confetti only then', async ({ contentSite, context, page }) => {
    const name = 'Written offline';
    await openForm(page, contentSite, name);
    await context.setOffline(true);
    await send(page);
    await expect(page.getByText(QUEUED_MESSAGE)).toBeInViewport();
    await expect(page.locator('canvas')).toHaveCount(0);
    expect(await countApplications(contentSite, name)).toBe(0);

    await context.setOffline(false);
    await expect(page.getByText('What happens next')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('');
    expect(await countApplications(contentSite, name)).toBe(1);
  });

  test('VOL-11 sends a token that proves when the visitor began the form', { tag: '@whole' }, async ({ contentSite, page }) => {
    const tokenResponse = page.waitForResponse('**/api/forms/volunteer/token');
    await openForm(page, contentSite, 'Took the time');
    const { data } = await (await tokenResponse).json();
    const sent = page.waitForRequest(FORM_CALL);
    await send(page);
    expect((await sent).headers()['form-token']).toBe(data.token);
    await expect(page.getByText('What happens next')).toBeVisible();
  });

  test('VOL-11 is stored once even if the response is lost and the page is closed', { tag: '@whole' }, async ({ contentSite, page }) => {
    const name = 'Answered into the void';
    await openForm(page, contentSite, name);
    await page.route(FORM_CALL, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await send(page);
    await expect(page.getByText(QUEUED_MESSAGE)).toBeVisible();
    expect(await countApplications(contentSite, name)).toBe(1);

    await page.unroute(FORM_CALL);
    await page.reload();
    await expect(page.getByText('What happens next')).toBeVisible();
    expect(await countApplications(contentSite, name)).toBe(1);
  });

  const ATTEMPTS = isLongRun ? 50 : 1;
  test(`VOL-11 arrives exactly once, however often the connection is cut: ${ATTEMPTS} tries with random cuts`, { tag: '@whole' }, async ({
    contentSite,
    context,
  }) => {
    test.setTimeout(60_000 + ATTEMPTS * 10_000);
    const random = createRandom(SEED);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const name = `Cut at random ${attempt}`;
      const plannedCuts = 1 + Math.floor(random() * 3);
      let cuts = plannedCuts;
      await context.route(FORM_CALL, async (route) => {
        if (cuts === 0) return route.continue();
        cuts -= 1;
        // Break the connection either before the application arrives or before the response does.
        if (random() < 0.5) await route.fetch();
        return route.abort('connectionreset');
      });
      const first = await context.newPage();
      await openForm(first, contentSite, name);
      await send(first);
      await expect(first.getByText(QUEUED_MESSAGE).or(first.getByText('What happens next'))).toBeVisible();
      await first.close();
      // Each visit, in one tab or in two tabs at once, tries to send the application again.
      await expect(async () => {
        const visits = await Promise.all(Array.from({ length: 1 + Math.round(random()) }, () => context.newPage()));
        await Promise.all(visits.map((visit) => visit.goto(`${contentSite.url}/volunteer`).then(() => expectHydrated(visit))));
        const storedDraft = await visits[0]?.evaluate(() => localStorage.getItem('draft'));
        await Promise.all(visits.map((visit) => visit.close()));
        expect(storedDraft).toBeNull();
      }).toPass({ timeout: 30_000 });
      expect(await countApplications(contentSite, name), name).toBe(1);
      expect(cuts, 'cuts that are left').toBeLessThan(plannedCuts);
      await context.unroute(FORM_CALL);
    }
  });

  /** Simulates the background sync that Chromium runs minutes after the connection is back. */
  const synchronize = async (context: BrowserContext, { url }: Site): Promise<void> => {
    const page = await context.newPage();
    await page.goto(`${url}/robots.txt`);
    const session = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
    );
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.dispatchSyncEvent', { origin: url, registrationId: await registration, tag: 'queued form', lastChance: false });
    await page.close();
  };

  test('VOL-11 is sent by the worker after the page was closed, and confirmed once on the next visit', { tag: '@whole' }, async ({
    contentSite,
    context,
    page,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'Background synchronization');
    const name = 'Closed too early';
    await context.grantPermissions(['background-sync']);
    await openForm(page, contentSite, name);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await send(page);
    await expect(page.getByText(QUEUED_MESSAGE)).toBeVisible();
    await expect.poll(() => page.evaluate(() => caches.has('queued form'))).toBe(true);
    await page.close();

    await context.setOffline(false);
    await synchronize(context, contentSite);
    await expect.poll(() => countApplications(contentSite, name)).toBe(1);
    const next = await context.newPage();
    await next.goto(`${contentSite.url}/volunteer`);
    await expect(next.getByText('What happens next')).toBeVisible();
    expect(await countApplications(contentSite, name)).toBe(1);
    expect(await next.evaluate(() => caches.has('queued form'))).toBe(false);
  });

  test('VOL-12 NS-02 a draft survives a reload, and the quick exit deletes it', { tag: '@whole' }, async ({ contentSite, page }) => {
    await openForm(page, contentSite, 'Half written');
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Half written');
    await page.route('https://www.bbc.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'weather' }));
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
    await page.waitForURL('https://www.bbc.com/weather');

    const other = await page.context().newPage();
    await other.goto(`${contentSite.url}/volunteer`);
    await expectHydrated(other);
    await expect(other.getByLabel('Name')).toHaveValue('');
    await expect(other.getByRole('button', { name: 'Clear the form' })).toHaveCount(0);
  });
});
