import { expect, test } from '../support/site-test.ts';
import { callApi, inviteColleague, signIn, storeSession } from '../support/staff.ts';

test.describe('Website health', () => {
  test('REL-08 administrators see a fault with its remote and version', { tag: '@whole' }, async ({ ownSite, page, context }) => {
    const { remotes, set } = await (await fetch(`${ownSite.url}/ready`)).json();
    const { version } = remotes.gallery;
    const message = 'A chunk of the gallery is missing';
    const fault = { kind: 'load', remote: 'gallery', version, set, message, path: '/gallery?token=secret' };
    const report = (body: object) =>
      fetch(`${ownSite.url}/reports`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    for (const body of [fault, fault, { ...fault, version: '9.9.9-unknown' }]) expect((await report(body)).status).toBe(204);

    await storeSession(context, await signIn(ownSite));
    await page.goto(`${ownSite.url}/admin/dashboard`);
    await page.getByRole('link', { name: 'Website health' }).first().click();

    const gallery = page.getByRole('region', { name: 'gallery' });
    await expect(gallery.getByRole('row', { name: /Files that did not load/ })).toHaveText(`Files that did not load${version}22`);
    await gallery.getByText('Latest messages').click();
    await expect(gallery.getByText(message)).toBeVisible();
    await expect(gallery.getByText(/· \/gallery · .* · 2 times/)).toBeVisible();
    for (const name of ['Shell (host)', 'auth-admin', 'marketing', 'news-events'])
      await expect(page.getByRole('region', { name }).getByText('No faults in the last 24 hours.')).toBeVisible();
    await expect(page.getByText('9.9.9-unknown')).toHaveCount(0);
    expect(ownSite.host.output()).not.toContain('token=secret');
  });

  test('REL-08 others see neither the screen nor its data', async ({ contentSite }) => {
    expect((await callApi(contentSite, undefined, 'GET', '/site/parts')).status).toBe(401);
    const editor = await inviteColleague(contentSite, 'editor');
    expect((await callApi(contentSite, editor.token, 'GET', '/site/parts')).status).toBe(403);
  });
});
