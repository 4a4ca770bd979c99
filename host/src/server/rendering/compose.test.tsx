/** @jest-environment node */

import { failure, type Result, success } from '@site/shared/domain/result';
import { pageHandle, type ResourceRequest, resourceHandle } from '@site/shared/remote/remote-contract';
import { data, type RouteObject, redirect, useActionData, useLoaderData } from '@site/shared/router';
import { siteFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { compose, type OwningRemote } from './compose.tsx';

const site = siteFixture();
const services = hostServicesStub();

const OWNED_PATHS = ['/message', '/old', '/admin', '/form', '/form-with-data', '/earlier-form', '/news', '/events'];
const remoteWith = (routes: RouteObject[]): OwningRemote => ({ module: { createRoutes: () => routes }, paths: OWNED_PATHS });

const request = (path: string, form?: URLSearchParams) => new Request(`http://site.test${path}`, form === undefined ? {} : { method: 'POST', body: form });

const composePage = async (remote: OwningRemote, path: string, form?: URLSearchParams) => {
  const composed = await compose(site, services, remote, request(path, form));
  if ('text' in composed) throw new Error(`${path} is not a page.`);
  return composed;
};

const Message = () => <h1>{useLoaderData<string>()}</h1>;
const Broken = (): never => {
  throw new Error('broken on purpose');
};

const Form = () => <h1>{useActionData<string>() ?? 'Nothing was sent'}</h1>;
const FormOfAnEarlierRelease = () => <h1>{String(useLoaderData() ?? 'Nothing was sent')}</h1>;

const handle = (render: 'static' | 'content' | 'browser') =>
  pageHandle<string>({ chunk: 'message', render, head: (message) => ({ title: message ?? 'No message', description: 'A page' }) });

describe('a composed page', () => {
  const composeAt = (path: string, routes: RouteObject[]) => composePage(remoteWith(routes), path);

  it('is rendered with its data inside the shell, with its own head', async () => {
    const page = await composeAt('/message', [{ path: '/message', handle: handle('content'), loader: () => 'From the loader', Component: Message }]);

    expect(page).toMatchObject({ status: 200, area: 'rendered', chunk: 'message', render: 'content', actionData: null });
    expect(page.markup).toContain('<h1>From the loader</h1>');
    expect(page.markup).toContain('<header');
    expect(page.head.title).toBe(`From the loader | ${site.organisationName}`);
    expect(Object.values(page.loaderData)).toContain('From the loader');
  });

  it('creates its routes once', async () => {
    const createRoutes = jest.fn(() => [{ path: '/message', handle: handle('static'), loader: () => 'Once', Component: Message }]);
    await composePage({ module: { createRoutes }, paths: OWNED_PATHS }, '/message');

    expect(createRoutes).toHaveBeenCalledTimes(1);
  });

  it('resolves lazy routes for every request', async () => {
    const routes: RouteObject[] = [{ path: '/message', handle: handle('static'), loader: () => 'Late', lazy: async () => ({ Component: Message }) }];
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await composeAt('/message', routes)).markup).toContain('<h1>Late</h1>');
    expect(routes[0]?.lazy).toBeDefined();
  });

  it('ROUTE-16 NF-01 is the 404 page for an unknown path, with or without a remote', async () => {
    for (const remote of [remoteWith([]), undefined]) {
      const page = await composePage(remote, '/nope');
      expect(page.status).toBe(404);
      expect(page.markup).toContain('Page Not Found');
    }
  });

  it('REL-05 is the 404 page on a path that its remote does not own, whatever its routes say', async () => {
    const page = await composeAt('/login', [
      { path: '/login', element: <Form /> },
      { path: '/:page', element: <Form /> },
    ]);
    expect(page.status).toBe(404);
    expect(page.markup).toContain('Page Not Found');
  });

  it('uses the status and the redirect of a loader', async () => {
    const missing = await composeAt('/message', [
      { path: '/message', handle: handle('content'), loader: () => data('Gone', { status: 404 }), Component: Message },
    ]);
    expect(missing.status).toBe(404);
    expect(missing.markup).toContain('<h1>Gone</h1>');

    const moved = await composeAt('/old', [{ path: '/old', handle: handle('content'), loader: () => redirect('/new', 301), Component: Message }]);
    expect(moved).toMatchObject({ status: 301, location: '/new' });
  });

  it('NS-10 is rendered by the browser when it throws on the server, or its loader has a bug: shell and 500', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const bug = () => {
      throw new Error('a bug');
    };
    for (const route of [
      { path: '/message', handle: handle('content'), Component: Broken },
      { path: '/message', handle: handle('content'), loader: bug, Component: Message },
    ]) {
      const page = await composeAt('/message', [route]);
      expect(page).toMatchObject({ status: 500, area: 'browser', render: 'never' });
      expect(page.markup).toContain('<footer');
      expect(page.fault).toMatch(/broken on purpose|a bug/);
    }
  });

  it('is rendered by the browser when the routes cannot be created', async () => {
    const createRoutes = () => {
      throw new Error('a bug');
    };
    expect(await composePage({ module: { createRoutes }, paths: OWNED_PATHS }, '/message')).toMatchObject({ status: 500, area: 'browser' });
  });

  it('is rendered by the browser on staff pages, with its own head, without running their loaders', async () => {
    const loader = jest.fn(() => 'private');
    const page = await composeAt('/admin', [{ path: '/admin', handle: { ...handle('browser'), shell: 'none' }, loader, Component: Broken }]);

    expect(page).toMatchObject({ status: 200, area: 'browser' });
    expect(page.head.title).toContain('No message');
    expect(page.markup).not.toContain('<footer');
    expect(loader).not.toHaveBeenCalled();
  });

  it('NS-10 shows the message of the area when its remote cannot be loaded: shell, message and 503', async () => {
    const page = await composePage({ unavailable: 'its file is gone' }, '/gallery');
    expect(page).toMatchObject({ status: 503, area: 'unavailable', fault: 'its file is gone' });
    expect(page.markup).toContain('This part of the site is taking a break.');
    expect(page.markup).toContain('<footer');
  });
});

describe('a posted form', () => {
  const action: RouteObject['action'] = async ({ request: posted }) => data(`Hello ${(await posted.formData()).get('name')}`, { status: 422 });
  const remote = remoteWith([
    { path: '/form', handle: handle('static'), element: <Form />, action },
    { path: '/form-with-data', handle: handle('static'), element: <Form />, loader: () => 'Loaded', action },
    { path: '/earlier-form', handle: handle('static'), element: <FormOfAnEarlierRelease />, action },
    { path: '/message', handle: handle('static'), element: <h1>A message</h1> },
  ]);
  const name = new URLSearchParams({ name: 'Sade' });

  it('NS-07 is passed to the page as action data, with its status, and to the browser', async () => {
    const page = await composePage(remote, '/form', name);

    expect([page.status, page.area, page.render]).toEqual([422, 'rendered', 'never']);
    expect(page.markup).toContain('<h1>Hello Sade</h1>');
    expect(Object.values(page.actionData ?? {})).toEqual(['Hello Sade']);
  });

  it('still runs the loader of the page', async () => {
    const page = await composePage(remote, '/form-with-data', name);

    expect(page.markup).toContain('<h1>Hello Sade</h1>');
    expect(Object.values(page.loaderData)).toEqual(['Loaded']);
    expect(page.head.title).toContain('Loaded');
  });

  it('NS-07 reaches releases that read it with useLoaderData', async () => {
    expect((await composePage(remote, '/earlier-form', name)).markup).toContain('<h1>Hello Sade</h1>');
  });

  it('does not affect later requests for the page', async () => {
    const page = await composePage(remote, '/form');

    expect([page.status, page.render, page.loaderData, page.actionData]).toEqual([200, 'static', {}, null]);
    expect(page.markup).toContain('Nothing was sent');
  });

  it('NS-07 is rejected with 405 by a page without an action, and on a path without a page', async () => {
    for (const path of ['/message', '/nowhere']) expect((await composePage(remote, path, name)).status).toBe(405);
  });
});

describe('a composed document', () => {
  const composeResource = (
    text: (request: ResourceRequest) => Promise<Result<string, ReturnType<typeof apiError>>>,
    path = '/news/feed.xml',
    form?: URLSearchParams,
  ) => {
    const remote = remoteWith([
      { path: '/news/feed.xml', handle: resourceHandle({ contentType: 'application/rss+xml; charset=utf-8', text }) },
      { path: '/events/:id/event.ics', handle: resourceHandle({ contentType: 'text/calendar; charset=utf-8', text }) },
      { path: '/news/:slug', handle: handle('content'), element: <h1>A post</h1> },
    ]);
    return compose(site, services, remote, request(path, form));
  };

  it('is the text of the remote with its content type', async () => {
    expect(await composeResource(async () => success('<rss/>'))).toEqual({ status: 200, contentType: 'application/rss+xml; charset=utf-8', text: '<rss/>' });
  });

  it('receives the parameters of the path', async () => {
    expect(await composeResource(async ({ params }) => success(`id ${params.id}`), '/events/a%20b/event.ics')).toMatchObject({ status: 200, text: 'id a b' });
  });

  it.each([
    ['not-found', 404],
    ['network', 503],
    ['server', 503],
    ['unexpected', 503],
  ] as const)('X-19 responds to %s with status %i in plain text', async (kind, status) => {
    expect(await composeResource(async () => failure(apiError(kind)))).toMatchObject({ status, contentType: 'text/plain; charset=utf-8' });
  });

  it('responds with 500 and reports the error', async () => {
    const composed = await composeResource(() => Promise.reject(new Error('a bug')));
    expect(composed).toMatchObject({ status: 500, contentType: 'text/plain; charset=utf-8' });
    expect(composed.fault).toContain('a bug');
  });

  it.each([
    ['a page', '/news/post', 200, undefined],
    ['an unknown path', '/elsewhere', 404, undefined],
    ['a form', '/news/feed.xml', 405, new URLSearchParams()],
  ])('leaves %s to the pages', async (_, path, status, form) => {
    const composed = await composeResource(async () => success('x'), path, form);

    expect(composed).toMatchObject({ status, area: expect.any(String) });
  });
});
