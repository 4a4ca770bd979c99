import { STAFF } from '../support/servers.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('API calls through the host', () => {
  test('API-01 GEN-12 images are uploaded through the host and shown to the next visitor', async ({ contentSite }) => {
    const login = await fetch(`${contentSite.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...STAFF, remember: false }),
    });
    const { token } = await login.json();
    const original = await (await fetch(`${contentSite.url}/img/upload/v1/samples-team-exec-1.webp`)).blob();
    const form = new FormData();
    form.set('title', 'Through the host');
    form.set('alt', 'Illustration: a portrait');
    form.set('image', original, 'portrait.webp');
    const response = await fetch(`${contentSite.url}/api/gallery`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    expect(response.status).toBe(201);

    await expect.poll(async () => (await fetch(`${contentSite.url}/gallery`)).text()).toContain('Through the host');
  });

  test('NS-01 the dashboard counts views of public pages', { tag: '@whole' }, async ({ ownSite }) => {
    const login = await fetch(`${ownSite.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(STAFF),
    });
    const { token } = await login.json();
    const views = async (): Promise<number> => {
      const { data } = await (await fetch(`${ownSite.url}/api/dashboard`, { headers: { authorization: `Bearer ${token}` } })).json();
      return data.pageViews.at(-1)?.views ?? 0;
    };
    const before = await views();
    for (const path of ['/', '/about', '/nope', '/login']) await fetch(`${ownSite.url}${path}`);
    await expect.poll(views).toBe(before + 2);
  });
});
