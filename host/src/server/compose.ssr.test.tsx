/** @jest-environment node */
import { pageHandle, type RemoteModule } from '@site/shared/remote/remote-contract';
import { data, useLoaderData } from '@site/shared/router';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createServerServices } from '../services/create-server-services.ts';
import { composePage } from './compose.tsx';

const Form = () => <h1>{String(useLoaderData() ?? 'Nothing was sent')}</h1>;
const handle = pageHandle({ chunk: 'form', render: 'static', head: () => ({ title: 'Form', description: '' }) });
const remote: RemoteModule = {
  createRoutes: () => [
    { path: '/form', handle, element: <Form />, action: async ({ request }) => data(`Hello ${(await request.formData()).get('name')}`, { status: 422 }) },
    { path: '/words', handle, element: <h1>Words</h1> },
  ],
};

const compose = (path: string, form?: URLSearchParams) => {
  const { services } = createServerServices(siteFixture(), { providerUrl: 'http://provider.test', signal: AbortSignal.timeout(5000) });
  const request = new Request(`http://site.test${path}`, form === undefined ? {} : { method: 'POST', body: form });
  return composePage(siteFixture(), services, { module: remote }, request);
};

describe('composePage with a posted form', () => {
  it('NS-07 shows what the action of the page gave, with its status, and keeps it for the browser', async () => {
    const page = await compose('/form', new URLSearchParams({ name: 'Sade' }));

    expect([page.status, page.area, page.render]).toEqual([422, 'rendered', 'never']);
    expect(page.markup).toContain('<h1>Hello Sade</h1>');
    expect(Object.values(page.loaderData)).toEqual(['Hello Sade']);
  });

  it('has nothing of it on the page itself', async () => {
    const page = await compose('/form');

    expect([page.status, page.render, page.loaderData]).toEqual([200, 'static', {}]);
    expect(page.markup).toContain('Nothing was sent');
  });

  it('NS-07 answers 405 for a page without an action, and for an address without a page', async () => {
    expect((await compose('/words', new URLSearchParams())).status).toBe(405);
    expect((await compose('/nowhere', new URLSearchParams())).status).toBe(405);
  });
});
