import type { Page } from '@playwright/test';
import { expectHydrated, fillSchoolVisit, openAndHydrate } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient, openAsStaff } from '../support/staff.ts';

const SUCCESS = 'Thank you for your request! We will get back to you soon.';

const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send request' }).click();

const countVisits = async (site: Site, school: string): Promise<number> => {
  const applications: readonly { readonly school: string }[] = await (await createStaffClient(site)).get('/applications?kind=school-visit');
  return applications.filter((application) => application.school === school).length;
};

const openForm = async (page: Page, { url }: Site, school: string): Promise<void> => {
  await openAndHydrate(page, `${url}/school-visit`);
  await fillSchoolVisit(page, school);
};

test.describe('The form for school visits', () => {
  test('VOL-11 is linked from the program, and its errors disappear as they are corrected', { tag: '@whole' }, async ({ contentSite, page }) => {
    const school = 'Reached from the program';
    await page.goto(`${contentSite.url}/programs/school-program`);
    await page.getByRole('region', { name: 'Bring School Drug Sensitization to your school' }).getByRole('link', { name: 'Book a school visit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Book a School Visit' })).toBeVisible();
    await expectHydrated(page);
    await send(page);
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(page.getByLabel('School', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('School', { exact: true }).pressSequentially('U');
    await expect(page.getByLabel('School', { exact: true })).not.toHaveAttribute('aria-invalid');

    await fillSchoolVisit(page, school);
    await send(page);
    // The message appears in the form and as a toast.
    await expect(page.getByRole('main').getByRole('status').getByText(SUCCESS)).toBeVisible();
    await expect(page.getByLabel('School', { exact: true })).toHaveValue('');
    expect(await countVisits(contentSite, school)).toBe(1);
  });

  test('VOL-11 VOL-12 waits for the connection, and is sent once', { tag: '@whole' }, async ({ contentSite, context, page }) => {
    const school = 'Written offline';
    await openForm(page, contentSite, school);
    await context.setOffline(true);
    await send(page);
    await expect(page.getByText(/^You are offline\. Your request is saved/)).toBeInViewport();
    expect(await countVisits(contentSite, school)).toBe(0);

    await context.setOffline(false);
    await expect(page.getByText('What happens next')).toBeVisible();
    expect(await countVisits(contentSite, school)).toBe(1);
    expect(await page.evaluate(() => localStorage.getItem('draft'))).toBeNull();
  });

  test('VOL-12 NS-02 a draft survives a reload, and the quick exit deletes it', async ({ contentSite, page }) => {
    await openForm(page, contentSite, 'Half written');
    await page.reload();
    await expect(page.getByLabel('School', { exact: true })).toHaveValue('Half written');
    await page.route('https://www.bbc.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'weather' }));
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
    await page.waitForURL('https://www.bbc.com/weather');

    const other = await page.context().newPage();
    await openAndHydrate(other, `${contentSite.url}/school-visit`);
    await expect(other.getByLabel('School', { exact: true })).toHaveValue('');
    await expect(other.getByRole('button', { name: 'Clear the form' })).toHaveCount(0);
  });

  test("NS-07 PRIV-10 staff see, filter and reply to the request, and erase it with the person's data", { tag: '@whole' }, async ({ contentSite, page }) => {
    const school = 'Grammar School of the North';
    const phone = '+2348035550199';
    const response = await fetch(`${contentSite.url}/api/forms/volunteer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'school-visit',
        school,
        location: 'Kano',
        name: 'Amina Bello',
        role: 'Counsellor',
        email: 'amina@school.example',
        phone,
        pupils: '120, aged 13',
        weeks: 'February',
      }),
    });
    expect(response.ok).toBe(true);
    await openAsStaff(page, contentSite, '/admin/applications');
    await page.getByLabel('Kind', { exact: true }).selectOption('School visits');
    await expect(page).toHaveURL(/kind=school-visit/);
    await expect(page.getByText(`School visit: ${school}`)).toBeVisible();
    await page.getByRole('link', { name: 'Amina Bello' }).click();
    await expect(page.getByText('120, aged 13')).toBeVisible();
    await page.getByLabel('Template').selectOption('Suggest a day');
    await expect(page.getByLabel('Subject')).toHaveValue('A day for your school visit');
    await page.getByLabel('Stage', { exact: true }).selectOption('In contact');
    await expect(page.getByText('Stage: In contact')).toBeVisible();

    const admin = await createStaffClient(contentSite);
    const erased = await admin.post('/privacy/erase', { email: '', phone, name: '', imageIds: [] });
    expect(erased.applications).toBe(1);
    expect(await countVisits(contentSite, school)).toBe(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Application not found' })).toBeVisible();
  });
});

test.describe('The form for school visits without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('VOL-11 VOL-12 lists missing fields, is sent, and reports the result', async ({ contentSite, page }) => {
    const school = 'Sent without script';
    await page.goto(`${contentSite.url}/school-visit`);
    await fillSchoolVisit(page, school);
    // The server reports the missing field, because the browser cannot check that at least one of two fields is filled in.
    await page.getByLabel('Email', { exact: true }).fill('');
    await send(page);
    await expect(page.getByRole('link', { name: 'Enter an email address or a phone number' })).toBeVisible();
    await expect(page.getByLabel('School', { exact: true })).toHaveValue(school);

    await page.getByLabel('Phone', { exact: true }).fill('08035550123');
    await send(page);
    await expect(page.getByRole('status').getByText(SUCCESS)).toBeVisible();
    expect(await countVisits(contentSite, school)).toBe(1);
  });
});
