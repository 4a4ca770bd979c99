/** @jest-environment node */
import type { PageHead, RemoteModule, RemoteRoute } from '@site/shared/remote/remote-contract';
import { useLocation } from '@site/shared/router';
import { siteFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { createAreaComposer } from '../isolation/compose-area.tsx';
import { replySchema } from '../isolation/protocol.ts';
import { createPageComposer } from './compose-page.ts';
import { createShellSource } from './shell-source.tsx';

const site = siteFixture({ siteUrl: 'http://site.test' });
const paths = ['/staff'];

const Broken = (): never => {
  throw new Error('broken on purpose');
};
const Frame = ({ title }: { readonly title: string }) => (
  <nav>
    {title} at {useLocation().pathname}
  </nav>
);

type Fallback = (head: PageHead) => Promise<ReactNode>;

/** Creates a remote whose pages only the browser renders, with these fallbacks for its area and its page. */
const remoteWith = (fallback: Fallback | undefined, ownFallback?: Fallback): RemoteModule => {
  const page = (chunk: string, title: string) => ({ chunk, render: 'browser', shell: 'none', head: () => ({ title, description: '' }) }) as const;
  const loader = () => {
    throw new Error('the loader of a browser page');
  };
  const list = { path: 'list', ...page('list', 'List'), loader, Component: Broken, ...(ownFallback === undefined ? {} : { fallback: ownFallback }) };
  const area = { path: '/staff', ...page('staff', 'Staff area'), children: [list], ...(fallback === undefined ? {} : { fallback }) };
  return { createRoutes: () => [area satisfies RemoteRoute] };
};

/** Composes the page at `/staff/list` with these versions of its remote. */
const compose = async (...remotes: readonly RemoteModule[]) => {
  const render = async ({ version }: { readonly version: string }, { url }: { readonly url: string }) => {
    const composer = createAreaComposer(remotes[Number(version)] ?? remoteWith(undefined), hostServicesStub());
    const area = await composer.compose({ notices: [], siteReads: new Set(), paths, request: new Request(url) });
    const reply = v.parse(replySchema, JSON.parse(JSON.stringify({ type: 'area', id: 1, area })));
    if (reply.type !== 'area') throw new Error('not an area');
    return { area: reply.area, hasWritten: false, data: { isComplete: true } };
  };
  const versions = remotes.map((_, index) => ({ remote: 'staff', version: String(index), file: '', hash: '', publicPath: '', paths }));
  const composePage = createPageComposer({ site, getShell: createShellSource(site), processes: { render } });
  const { response, ...composition } = await composePage({ path: '/staff/list', url: 'http://site.test/staff/list', versions });
  if ('text' in response) throw new Error('not a page');
  return { page: response, ...composition };
};

describe('a page that only the browser renders', () => {
  it('shows the fallback of its area in its first HTML, with the styles of both', async () => {
    const { page } = await compose(remoteWith(async ({ title }) => <Frame title={title} />));

    expect(page).toMatchObject({ status: 200, area: 'browser', render: 'never', chunks: ['staff', 'list'], loaderData: {} });
    expect(page.markup).toContain('<nav>List<!-- --> at <!-- -->/staff/list</nav>');
    expect(page.markup).toContain('This page needs JavaScript. All other pages work without it.');
    expect(page.markup).not.toContain('Loading the page');
    expect(page.markup).not.toContain('<header');
    expect(page).not.toHaveProperty('siteReads');
  });

  it('shows its own fallback, if it has one', async () => {
    const { page } = await compose(
      remoteWith(
        async () => <p>The area</p>,
        async () => <p>The page</p>,
      ),
    );

    expect(page).toMatchObject({ chunks: ['list', 'list'], markup: expect.stringContaining('<p>The page</p>') });
  });

  it('says that it is loading if it has no fallback', async () => {
    const { page } = await compose(remoteWith(undefined));

    expect(page).toMatchObject({ status: 200, area: 'browser', chunks: ['list'] });
    for (const text of ['Loading the page', 'This page needs JavaScript. All other pages work without it.']) expect(page.markup).toContain(text);
  });

  it.each<[string, Fallback]>([
    ['throws', async () => <Broken />],
    ['rejects', () => Promise.reject(new Error('broken on purpose'))],
    ['is not what an area may be', async () => <main>Another area</main>],
  ])('NS-10 says that it is loading and reports the fault if its fallback %s', async (_, fallback) => {
    const { page, faults } = await compose(remoteWith(fallback));

    expect(page).toMatchObject({ status: 500, area: 'browser', markup: expect.stringContaining('Loading the page') });
    expect(faults).toHaveLength(1);
  });

  it('REL-02 shows the fallback of the last good version when that of the active one throws', async () => {
    const { page, used } = await compose(
      remoteWith(async () => <Broken />),
      remoteWith(async () => <p>Frame</p>),
    );

    expect(used).toBe(1);
    expect(page).toMatchObject({ status: 200, area: 'browser', markup: expect.stringContaining('<p>Frame</p>') });
  });
});
