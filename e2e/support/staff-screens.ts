import { expect, type Page } from '@playwright/test';
import { isLongRun } from './long-drills.ts';
import type { Site } from './site-test.ts';
import { callApi, createStaffClient, postForm, type StaffSession } from './staff.ts';

interface ScreenState {
  readonly name: string;
  readonly path: string;
  readonly open?: (page: Page) => Promise<void>;
}

const button = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

const SHORT_STATES: readonly ScreenState[] = [
  ...[
    'dashboard',
    'posts',
    'events',
    'programs',
    'gallery',
    'media',
    'applications',
    'users',
    'site-parts',
    'audit',
    'personal-data',
    'transfer',
    'links',
    'redirects',
    'trash',
    'profile',
    'nope',
  ].map((screen) => ({
    name: screen,
    path: `/admin/${screen}`,
  })),
  { name: 'views as a table', path: '/admin/dashboard', open: button('Show as table') },
  { name: 'selected rows', path: '/admin/posts', open: async (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check() },
  { name: 'no search results', path: '/admin/posts?q=nothing+has+these+words' },
  { name: 'no items under the filter', path: '/admin/posts?show=archived' },
  { name: 'one application', path: '/admin/applications', open: async (page) => page.getByRole('rowheader').first().getByRole('link').click() },
  {
    name: 'one image of the library',
    path: '/admin/media',
    open: async (page) => page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click(),
  },
  { name: 'invite form', path: '/admin/users', open: button('Invite user') },
  { name: 'shortcuts', path: '/admin/dashboard', open: button('Keyboard shortcuts') },
  {
    name: 'undo',
    path: '/admin/applications',
    open: async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click();
      await button('Delete')(page);
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  {
    name: 'setting up an authenticator app',
    path: '/admin/profile/security',
    open: async (page) => {
      await button('Set up')(page);
      await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    },
  },
  { name: 'forgotten password', path: '/login/forgotten' },
  {
    name: "a person's data",
    path: '/admin/personal-data',
    open: async (page) => {
      await page.getByLabel('Email').fill('amina@example.org');
      await button('Find')(page);
      await expect(page.getByText(/^Found: /)).toBeVisible();
    },
  },
  {
    name: 'a confirmation',
    path: '/admin/personal-data',
    open: async (page) => {
      const message = "Please confirm it's you.";
      await page.route('**/api/privacy/person', (route) => route.fulfill({ status: 403, json: { message, errors: { confirmation: message } } }));
      await page.getByLabel('Email').fill('amina@example.org');
      await button('Find')(page);
      await expect(page.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible();
    },
  },
  {
    name: 'signing in again',
    path: '/admin/profile',
    open: async (page) => {
      await page.evaluate(() => {
        localStorage.clear();
        dispatchEvent(new StorageEvent('storage', { key: null }));
      });
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    },
  },
];

const LONG_STATES: readonly ScreenState[] = [
  ...['redirects', 'links'].map((screen) => ({
    name: `selected rows of ${screen}`,
    path: `/admin/${screen}`,
    open: async (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
  })),
  {
    name: 'a file that is not an export',
    path: '/admin/transfer',
    open: async (page) => {
      await page.locator('input[type="file"]').setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.alloc(100) });
      await button('Check the file')(page);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'a checked export',
    path: '/admin/transfer',
    open: async (page) => {
      const download = page.waitForEvent('download');
      await button('Export')(page);
      await page.locator('input[type="file"]').setInputFiles(await (await download).path());
      await button('Check the file')(page);
      await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    name: 'repeating an event',
    path: '/admin/events',
    open: async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click();
      await button('Repeat')(page);
      await page.getByLabel('Until').fill('2099-01-31');
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    name: 'after a publication',
    path: '/admin/posts?q=nearly+done',
    open: async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click();
      await button('Publish')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('region', { name: 'Published' })).toBeVisible();
    },
  },
];

export const SCREEN_STATES = isLongRun ? [...SHORT_STATES, ...LONG_STATES] : SHORT_STATES;

export const prepareScreens = async (site: Pick<Site, 'url'>, session: StaffSession): Promise<void> => {
  await callApi(site, session.token, 'POST', '/users', { name: 'Amina Bello', email: 'amina@example.org', role: 'editor' });
  if (!isLongRun) return;
  const staff = await createStaffClient(site, session);
  const post = await staff.post('/posts', postForm({ content: '<p>See <a href="https://partner.example/programs">our partner</a>.</p>', slug: 'looked-at' }));
  await staff.put(`/posts/${post._id}`, { slug: 'looked-at-again' });
  await staff.post('/posts', postForm({ title: 'Nearly done', status: 'draft' }));
};
