/** @jest-environment node */

import type { RemoteModule } from '@site/shared/remote/remote-contract';
import { pageHandle } from '@site/shared/remote/remote-contract';
import { data, type RouteObject, redirect, useLoaderData } from '@site/shared/router';
import { siteFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { composePage } from './compose.tsx';

const site = siteFixture();
const services = hostServicesStub();

const Words = () => <h1>{useLoaderData<string>()}</h1>;
const Broken = (): never => {
  throw new Error('broken on purpose');
};

const handle = (render: 'static' | 'content' | 'browser') =>
  pageHandle<string>({ chunk: 'words', render, head: (words) => ({ title: words ?? 'No words', description: 'A page' }) });

const remote = (routes: RouteObject[]): { readonly module: RemoteModule } => ({ module: { createRoutes: () => routes } });
const compose = (path: string, routes: RouteObject[]) => composePage(site, services, remote(routes), new Request(`http://site.test${path}`));

describe('composePage', () => {
  it('renders the page with its data inside the shell, under its own head', async () => {
    const page = await compose('/words', [{ path: '/words', handle: handle('content'), loader: () => 'Said by the loader', Component: Words }]);

    expect(page).toMatchObject({ status: 200, area: 'rendered', chunk: 'words', render: 'content' });
    expect(page.markup).toContain('<h1>Said by the loader</h1>');
    expect(page.markup).toContain('<header');
    expect(page.head.title).toBe(`Said by the loader | ${site.organisationName}`);
    expect(Object.values(page.loaderData)).toContain('Said by the loader');
  });

  it('resolves lazy pages afresh for every request', async () => {
    const routes: RouteObject[] = [{ path: '/words', handle: handle('static'), loader: () => 'Late', lazy: async () => ({ Component: Words }) }];
    for (let request = 0; request < 2; request += 1) expect((await compose('/words', routes)).markup).toContain('<h1>Late</h1>');
    expect(routes[0]?.lazy).toBeDefined();
  });

  it('ROUTE-16 NF-01 answers 404 with the page for an unknown path', async () => {
    const page = await compose('/nope', []);
    expect(page.status).toBe(404);
    expect(page.markup).toContain('Page Not Found');
  });

  it('takes the status and the redirect of a loader', async () => {
    const missing = await compose('/words', [{ path: '/words', handle: handle('content'), loader: () => data('Gone', { status: 404 }), Component: Words }]);
    expect(missing.status).toBe(404);
    expect(missing.markup).toContain('<h1>Gone</h1>');

    const moved = await compose('/old', [{ path: '/old', handle: handle('content'), loader: () => redirect('/new', 301), Component: Words }]);
    expect(moved).toMatchObject({ status: 301, location: '/new' });
  });

  it('NS-10 leaves a page that throws while rendering, or whose loader has a bug, to the browser: shell and 500', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const bug = () => {
      throw new Error('a bug');
    };
    for (const route of [
      { path: '/words', handle: handle('content'), Component: Broken },
      { path: '/words', handle: handle('content'), loader: bug, Component: Words },
    ]) {
      const page = await compose('/words', [route]);
      expect(page).toMatchObject({ status: 500, area: 'browser', render: 'never' });
      expect(page.markup).toContain('<footer');
      expect(page.fault).toMatch(/broken on purpose|a bug/);
    }
  });

  it('leaves staff pages to the browser, under their own head', async () => {
    const page = await compose('/admin', [{ path: '/admin', handle: { ...handle('browser'), shell: 'none' }, Component: Broken }]);
    expect(page).toMatchObject({ status: 200, area: 'browser' });
    expect(page.head.title).toContain('No words');
    expect(page.markup).not.toContain('<footer');
  });

  it('NS-10 says that an area takes a break when its remote cannot be had: shell, message and 503', async () => {
    const page = await composePage(site, services, { unavailable: 'its file is gone' }, new Request('http://site.test/gallery'));
    expect(page).toMatchObject({ status: 503, area: 'unavailable', fault: 'its file is gone' });
    expect(page.markup).toContain('This part of the site is taking a break.');
    expect(page.markup).toContain('<footer');
  });
});
