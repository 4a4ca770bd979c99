/** @jest-environment node */

import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageMembers, PageRoute, RemoteModule, RemoteRoute, ResourceRequest } from '@site/shared/remote/remote-contract';
import { renderMarkup } from '@site/shared/remote/render-markup';
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { data, redirect, useActionData, useLoaderData } from '@site/shared/router';
import { siteFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { type ReactNode, useId } from 'react';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import * as v from 'valibot';
import { UNAVAILABLE_TITLE } from '../../layout/area-states.tsx';
import { createShellParts } from '../../layout/shell-parts.tsx';
import { RenderedParts } from '../../layout/static-part.tsx';
import { createSiteRoutes } from '../../router/site-routes.tsx';
import { createAreaComposer } from '../isolation/compose-area.tsx';
import { FORM_TYPE, type PostedForm, replySchema } from '../isolation/protocol.ts';
import { recordReads } from '../isolation/record-reads.ts';
import { RemoteFault, type RenderRequest } from '../isolation/remote-request.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import { createPageComposer } from './compose-page.ts';
import { splitImageHints } from './image-hints.ts';
import { createShellSource } from './shell-source.tsx';

const site = siteFixture({ siteUrl: 'http://site.test' });

const OWNED_PATHS = ['/', '/message', '/old', '/admin', '/staff', '/layout', '/bare', '/form', '/form-with-data', '/news', '/events'];
type FakeRemote = RemoteModule | RemoteFault;
const remoteWith = (routes: RemoteRoute[]): RemoteModule => ({ createRoutes: () => routes });

const toRequest = (url: string, form: PostedForm | undefined): Request =>
  new Request(url, form === undefined ? {} : { method: 'POST', headers: { 'content-type': FORM_TYPE }, body: form.body });

/** Returns the reply of this remote's process, as the host reads it. */
const deliver = async (remote: FakeRemote, { url, form }: RenderRequest) => {
  if (remote instanceof RemoteFault) throw remote;
  const siteReads = new Set<string>();
  const services = { ...hostServicesStub(), site: recordReads(site, (name) => siteReads.add(name)) };
  const area = await createAreaComposer(remote, services).compose({ notices: [], siteReads, paths: OWNED_PATHS, request: toRequest(url, form) });
  const reply = v.parse(replySchema, JSON.parse(JSON.stringify({ type: 'area', id: 1, area })));
  if (reply.type !== 'area') throw new Error('not an area');
  return { area: reply.area, hasWritten: false, data: { isComplete: true } };
};

/** Composes the response with these versions, the active one first. If `remotes` is undefined, no remote owns the path. */
const compose = async (remotes: readonly FakeRemote[] | undefined, path: string, body?: URLSearchParams) => {
  const versions = remotes?.map(
    (_, index): ServerBundle => ({ remote: 'news', version: String(index), file: String(index), hash: '', publicPath: '', paths: OWNED_PATHS }),
  );
  const render = jest.fn((bundle: ServerBundle, request: RenderRequest) => deliver(remotes?.[Number(bundle.version)] ?? remoteWith([]), request));
  const composePage = createPageComposer({ site, getShell: createShellSource(site), processes: { render } });
  const form = body === undefined ? {} : { form: { body: String(body), visitor: '10.0.0.1' } };
  return { ...(await composePage({ path, url: `http://site.test${path}`, versions, ...form })), render };
};

const composeAt = async (path: string, routes: RemoteRoute[] | undefined, body?: URLSearchParams) => {
  const { response } = await compose(routes === undefined ? undefined : [remoteWith(routes)], path, body);
  if ('text' in response) throw new Error(`${path} is not a page.`);
  return response;
};

const Message = () => <h1>{useLoaderData<string>()}</h1>;
const Broken = (): never => {
  throw new Error('broken on purpose');
};
const Form = () => <h1>{useActionData<string>() ?? 'Nothing was sent'}</h1>;

const Reviews = ({ site: { reviewsUrl } }: Pick<HostServices, 'site'>) => <p>{reviewsUrl}</p>;

const PageWithIds = () => {
  const ids = [useId(), useId()];
  return (
    <section>
      {ids.map((id) => (
        <p key={id} id={id}>
          {id}
        </p>
      ))}
      <img src="/first.jpg" alt="" fetchPriority="high" />
    </section>
  );
};

const members = (render: 'static' | 'content' | 'browser'): PageMembers => ({
  chunk: 'message',
  render,
  head: (message) => ({ title: message === undefined ? 'No message' : String(message), description: 'A page' }),
});
const pageWith = (element: ReactNode): RemoteRoute[] => [{ path: '/message', ...members('static'), element }];

describe('a composed page', () => {
  it('is rendered with its data inside the shell, with its own head', async () => {
    const page = await composeAt('/message', [{ path: '/message', ...members('content'), loader: () => 'From the loader', Component: Message }]);

    expect(page).toMatchObject({ status: 200, area: 'rendered', chunks: ['message'], render: 'content', actionData: null });
    expect(page.markup).toContain('<h1>From the loader</h1>');
    expect(page.markup).toContain('<header');
    expect(page.head.title).toBe(`From the loader | ${site.organisationName}`);
    expect(Object.values(page.loaderData)).toContain('From the loader');
  });

  it('creates its routes once', async () => {
    const createRoutes = jest.fn(() => [{ path: '/message', ...members('static'), loader: () => 'Once', Component: Message }]);
    await compose([{ createRoutes }], '/message');

    expect(createRoutes).toHaveBeenCalledTimes(1);
  });

  it('resolves lazy routes for every request', async () => {
    const routes: PageRoute[] = [{ path: '/message', ...members('static'), loader: () => 'Late', lazy: async () => ({ Component: Message }) }];
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await composeAt('/message', routes)).markup).toContain('<h1>Late</h1>');
    expect(routes[0]?.lazy).toBeDefined();
  });

  it('ROUTE-16 NF-01 is the 404 page for an unknown path, with or without a remote', async () => {
    for (const routes of [[], undefined]) {
      const page = await composeAt('/nope', routes);
      expect([page.status, page.render, page.head.title]).toEqual([404, 'static', `Page Not Found | ${site.organisationName}`]);
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

  it('lists the configuration members read by the shell, by the creation of its routes, and by the page with its head', async () => {
    const createRoutes = ({ site: given }: HostServices): RemoteRoute[] => {
      const { storeUrl } = given;
      const head = () => ({ title: given.partnerEmail, description: storeUrl });
      return [{ path: '/message', chunk: '', render: 'static', head, element: <Reviews site={given} /> }];
    };
    const { response } = await compose([{ createRoutes }], '/message');

    expect(response).toMatchObject({ siteReads: expect.arrayContaining(['donateUrl', 'storeUrl', 'partnerEmail', 'reviewsUrl']) });
    expect('siteReads' in response && response.siteReads).not.toContain('volunteerFormUrl');
    expect(await composeAt('/nope', undefined)).toMatchObject({ siteReads: expect.arrayContaining(['donateUrl']) });
    expect(await composeAt('/admin', [{ path: '/admin', ...members('browser'), element: null }])).not.toHaveProperty('siteReads');
  });

  it('uses the status and the redirect of a loader', async () => {
    const missing = await composeAt('/message', [{ path: '/message', ...members('content'), loader: () => data('Gone', { status: 404 }), Component: Message }]);
    expect(missing.status).toBe(404);
    expect(missing.markup).toContain('<h1>Gone</h1>');

    const redirectPage = await composeAt('/old', [{ path: '/old', ...members('content'), loader: () => redirect('/new', 301), Component: Message }]);
    expect(redirectPage).toMatchObject({ status: 301, location: '/new' });
  });

  it.each(['https://evil.test/', '//evil.test/x', '/\\evil.test'])('REL-01 does not redirect to another site: %s', async (target) => {
    const { response, faults } = await compose([remoteWith([{ path: '/old', loader: () => redirect(target), element: null }])], '/old');

    expect(response).toMatchObject({ status: 500, area: 'browser' });
    expect(faults).toMatchObject([{ message: expect.stringContaining('redirected to another site') }]);
  });

  it.each(['/.//evil.test/x', '/a/..//evil.test/x', './/evil.test/x'])('REL-01 rejects a location that resolves to another site: %s', async (location) => {
    const render = async () => ({ area: { kind: 'redirect', status: 302, location } as const, hasWritten: false, data: { isComplete: true } });
    const composePage = createPageComposer({ site, getShell: createShellSource(site), processes: { render } });
    const bundle: ServerBundle = { remote: 'news', version: '1', file: '1', hash: '', publicPath: '', paths: ['/old'] };

    const { response, faults } = await composePage({ path: '/old', url: 'http://site.test/old', versions: [bundle] });
    expect(response).toMatchObject({ status: 500 });
    expect(faults).toMatchObject([{ message: expect.stringContaining('redirected to another site') }]);
  });

  it('NS-10 is rendered by the browser, with status 500, if it throws on the server or its loader has a bug', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const throwBug = () => {
      throw new Error('a bug');
    };
    for (const route of [
      { path: '/message', ...members('content'), Component: Broken },
      { path: '/message', ...members('content'), loader: throwBug, Component: Message },
    ]) {
      const { response, faults } = await compose([remoteWith([route])], '/message');
      expect(response).toMatchObject({ status: 500, area: 'browser', render: 'never', chunks: ['message'] });
      expect(response).toMatchObject({ markup: expect.stringContaining('<footer') });
      expect(faults).toMatchObject([{ message: expect.stringMatching(/broken on purpose|a bug/) }]);
    }
  });

  it('is rendered by the browser when the routes cannot be created', async () => {
    const createRoutes = () => {
      throw new Error('a bug');
    };
    expect((await compose([{ createRoutes }], '/message')).response).toMatchObject({ status: 500, area: 'browser' });
  });

  it('is rendered by the browser on staff pages, with its own head, without running their loaders', async () => {
    const loader = jest.fn(() => 'private');
    const page = await composeAt('/admin', [{ path: '/admin', ...members('browser'), shell: 'none', loader, Component: Broken }]);

    expect(page).toMatchObject({ status: 200, area: 'browser' });
    expect(page.head.title).toContain('No message');
    expect(page.markup).not.toContain('<footer');
    expect(loader).not.toHaveBeenCalled();
  });

  it('NS-10 shows a message in place of the area, with status 503, if its remote cannot be loaded', async () => {
    for (const remotes of [[], [new RemoteFault('its file is gone')]]) {
      const { response } = await compose(remotes, '/gallery');
      expect(response).toMatchObject({ status: 503, area: 'unavailable', markup: expect.stringContaining(UNAVAILABLE_TITLE) });
      expect(response).toMatchObject({ markup: expect.stringContaining('<footer') });
    }
  });

  it.each([
    ['a script', <script key="x">alert(1)</script>],
    ['a global style', <style key="x">{'header{display:none}'}</style>],
    // biome-ignore lint/security/noDangerouslySetInnerHtml: tests HTML that a remote may send.
    ['the end of its area', <div key="x" dangerouslySetInnerHTML={{ __html: '</div></main><footer>' }} />],
    ['an id of the shell', <p key="x" id="main" />],
    ['the id of the page data', <p key="x" id="page-data" />],
  ])('REL-01 rejects the HTML of an area with %s', async (_, element) => {
    const { response, faults } = await compose([remoteWith(pageWith(<section>{element}</section>))], '/message');

    expect(response).toMatchObject({ status: 500, area: 'browser' });
    expect(faults).toMatchObject([{ message: expect.stringContaining('Its HTML was rejected') }]);
  });
});

describe('the position of an area in its page', () => {
  const pages: RemoteRoute[] = [
    { path: '/', ...members('static'), element: <PageWithIds /> },
    { path: '/news', ...members('static'), closingCall: false, element: <PageWithIds /> },
    { path: '/staff', ...members('static'), shell: 'none', element: <PageWithIds /> },
    {
      path: '/layout',
      ...members('static'),
      element: <PageWithIds />,
      children: [{ path: '/layout/page', ...members('static'), Component: PageWithIds }],
    },
    { path: '/bare', element: <PageWithIds /> },
  ];

  it.each(['/', '/news', '/staff', '/layout/page', '/bare', '/unknown'])('ROUTE-19 makes %s identical, byte for byte, to the complete tree', async (path) => {
    const handler = createStaticHandler(createSiteRoutes(site, toRouterRoutes(pages), null));
    const context = await handler.query(new Request(`http://site.test${path}`));
    if (context instanceof Response) throw new Error('a redirect');
    const router = createStaticRouter(handler.dataRoutes, context);
    const complete = await renderMarkup(
      <RenderedParts value={createShellParts(site)}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </RenderedParts>,
    );

    const { markup, imageHints } = await composeAt(path, pages);
    // The image hints before the markup are sent as a header.
    const { header, html } = splitImageHints(complete.markup);
    expect(markup).toBe(html);
    expect(imageHints ?? '').toBe(header);
  });
});

describe('a page whose active version fails', () => {
  const good = remoteWith(pageWith(<h1>The last good version</h1>));

  it.each([
    ['throws while it renders', remoteWith(pageWith(<Broken />))],
    ['does not respond', new RemoteFault('It did not respond: an endless loop.')],
    ['delivers HTML that is not accepted', remoteWith(pageWith(<script>alert(1)</script>))],
  ])('REL-02 is delivered by the last good version when the active one %s', async (_, active) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { response, used, faults } = await compose([active, good], '/message');

    expect(response).toMatchObject({ status: 200, area: 'rendered', markup: expect.stringContaining('The last good version') });
    expect([used, faults.map(({ bundle }) => bundle.version)]).toEqual([1, ['0']]);
  });

  it('REL-02 is rendered by the browser when every version throws', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const broken = remoteWith(pageWith(<Broken />));
    const { response, faults } = await compose([broken, broken], '/message');

    expect([response.status, faults.length]).toEqual([500, 2]);
  });

  it('REL-02 does not send a form to another version after passing it on', async () => {
    const { response, render } = await compose([new RemoteFault('It ended.', { hasWritten: true }), good], '/message', new URLSearchParams());

    expect([response.status, render.mock.calls.length]).toEqual([503, 1]);
  });

  it('REL-01 is retried with the only version if another request ended its process', async () => {
    const { render } = await compose([new RemoteFault('It ended.', { isShared: true })], '/message');

    expect(render).toHaveBeenCalledTimes(2);
  });
});

describe('a posted form', () => {
  const action: PageRoute['action'] = async ({ request: postRequest }) => data(`Hello ${(await postRequest.formData()).get('name')}`, { status: 422 });
  const routes: RemoteRoute[] = [
    { path: '/form', ...members('static'), element: <Form />, action },
    { path: '/form-with-data', ...members('static'), element: <Form />, loader: () => 'Loaded', action },
    { path: '/message', ...members('static'), element: <h1>A message</h1> },
  ];
  const name = new URLSearchParams({ name: 'Sade' });

  it('NS-07 is passed to the page as action data, with its status, and to the browser', async () => {
    const page = await composeAt('/form', routes, name);

    expect([page.status, page.area, page.render]).toEqual([422, 'rendered', 'never']);
    expect(page.markup).toContain('<h1>Hello Sade</h1>');
    expect(Object.values(page.actionData ?? {})).toEqual(['Hello Sade']);
    expect(page.loaderData).toEqual({});
  });

  it('still runs the loader of the page', async () => {
    const page = await composeAt('/form-with-data', routes, name);

    expect(page.markup).toContain('<h1>Hello Sade</h1>');
    expect(Object.values(page.loaderData)).toEqual(['Loaded']);
    expect(page.head.title).toContain('Loaded');
  });

  it('does not affect later requests for the page', async () => {
    const page = await composeAt('/form', routes);

    expect([page.status, page.render, page.loaderData, page.actionData]).toEqual([200, 'static', {}, null]);
    expect(page.markup).toContain('Nothing was sent');
  });

  it('NS-07 is rejected with 405 by a page without an action, and on a path without a page or a remote', async () => {
    for (const path of ['/message', '/nowhere']) expect((await composeAt(path, routes, name)).status).toBe(405);
    expect((await composeAt('/nowhere', undefined, name)).status).toBe(405);
  });
});

describe('a composed document', () => {
  const composeResource = (
    text: (request: ResourceRequest) => Promise<Result<string, ReturnType<typeof apiError>>>,
    path = '/news/feed.xml',
    form?: URLSearchParams,
  ) => {
    const remote = remoteWith([
      { path: '/news/feed.xml', resource: { contentType: 'application/rss+xml; charset=utf-8', text } },
      { path: '/events/:id/event.ics', resource: { contentType: 'text/calendar; charset=utf-8', text } },
      { path: '/news/:slug', ...members('content'), element: <h1>A post</h1> },
    ]);
    return compose([remote], path, form);
  };

  it('has the text of the remote and its content type', async () => {
    const { response } = await composeResource(async () => success('<rss/>'));
    expect(response).toMatchObject({ status: 200, contentType: 'application/rss+xml; charset=utf-8', text: '<rss/>' });
  });

  it.each(['text/javascript', 'application/ecmascript; charset=utf-8', 'text/css', 'text/html', 'image/svg+xml', 'application/wasm'])(
    'REL-01 is rejected if its type is %s',
    async (contentType) => {
      const text = async () => success('1');
      const { response, faults } = await compose([remoteWith([{ path: '/news/a', resource: { contentType, text } }])], '/news/a');
      expect(response).toMatchObject({ status: 500 });
      expect(faults).toMatchObject([{ message: expect.stringContaining(contentType) }]);
    },
  );

  it('receives the parameters of the path', async () => {
    const { response } = await composeResource(async ({ params }) => success(`id ${params.id}`), '/events/a%20b/event.ics');
    expect(response).toMatchObject({ status: 200, text: 'id a b' });
  });

  it.each([
    ['not-found', 404],
    ['network', 503],
    ['server', 503],
    ['unexpected', 503],
  ] as const)('X-19 responds to %s with status %i in plain text', async (kind, status) => {
    expect((await composeResource(async () => failure(apiError(kind)))).response).toMatchObject({ status, contentType: 'text/plain; charset=utf-8' });
  });

  it('responds with 500 and reports the error', async () => {
    const { response, faults } = await composeResource(() => Promise.reject(new Error('a bug')));
    expect(response).toMatchObject({ status: 500, contentType: 'text/plain; charset=utf-8' });
    expect(faults).toMatchObject([{ message: expect.stringContaining('a bug') }]);
  });

  it.each([
    ['a page', '/news/post', 200, undefined],
    ['an unknown path', '/elsewhere', 404, undefined],
    ['a form', '/news/feed.xml', 405, new URLSearchParams()],
  ])('does not respond to %s, which gets a page', async (_, path, status, form) => {
    expect((await composeResource(async () => success('x'), path, form)).response).toMatchObject({ status, area: expect.any(String) });
  });
});
