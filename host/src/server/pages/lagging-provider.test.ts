/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { siteFixture } from '@site/shared/testing/fixtures';
import { PROVIDER_ORIGIN } from '../isolation/protocol.ts';
import { createProviderCalls } from '../isolation/provider-calls.ts';
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { renderedPage } from '../rendering/composed-page-fixture.ts';
import { createContentRevision } from '../upstream/content-revision.ts';
import { createPageContext } from './page-context.ts';
import { createPageSource } from './page-source.ts';

/** Two providers behind a load balancer. `content` is the revision that each has read from the database and announces. */
const content = { a: 1, b: 1 };
let server: Server;
let url: string;

const handle: RequestListener = ({ url: path }, response) => {
  // The load balancer sends the polls for the revision to one provider, and the pages' calls to the other.
  const revision = path === '/api/revision' ? content.a : content.b;
  response.setHeader('x-content-revision', String(revision)).setHeader('content-type', 'application/json').end(String(revision));
};

beforeAll(async () => {
  server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const setUp = () => {
  const state = { now: 0 };
  const contentRevision = createContentRevision(url, { now: () => state.now });
  const { newest } = contentRevision;
  const performCall = createProviderCalls({ providerUrl: url, volunteerFormUrl: '', newestRevision: newest });
  const compose = jest.fn(async () => {
    const call = { method: 'GET', url: `${PROVIDER_ORIGIN}/api/posts` };
    const { response, revision, hasFailed } = await performCall(call, {}, AbortSignal.timeout(4000));
    const markup = 'body' in response ? `<p>content ${response.body}</p>` : '<p>failed</p>';
    return { response: renderedPage({ markup }), used: 0, faults: [], data: { isComplete: !hasFailed, ...(revision === undefined ? {} : { revision }) } };
  });
  const source = createPageSource({
    site: siteFixture({ siteUrl: 'https://site.test' }),
    assets: { startScript: '', dataSaverScript: '', styles: [], fontFaces: [], fonts: [], buildId: 'build' },
    contentRevision,
    getCurrentVisit: () => ({ set: activeSetFixture('set') }),
    composePage: compose,
    recordFault: jest.fn(),
    monitor: { countRender: jest.fn() },
    metrics: { countPage: jest.fn(), observeComposition: jest.fn() },
    reloadsPages: false,
  });
  const getText = async () =>
    String(await (await source.getPage(createPageContext({ set: activeSetFixture('set') }, { path: '/news', search: '' }))).getBody('identity'));
  return { getText, compose, newest, state };
};

beforeEach(() => {
  content.a = 1;
  content.b = 1;
});

it('OPS-01 serves and caches no page that is older than the newest revision of any provider', async () => {
  const { getText, compose, newest, state } = setUp();
  content.a = 2;
  const page = getText();
  // The second provider reads the change before the call is repeated.
  setImmediate(() => {
    content.b = 2;
  });
  expect(await page).toContain('content 2');
  expect(newest.get()).toBe(2);

  expect(await getText()).toContain('content 2');
  expect(compose).toHaveBeenCalledTimes(1);

  content.b = 3;
  state.now = 1000;
  expect(await getText()).toContain('content 2');
});

it('OPS-01 composes a page again when another page reveals a newer revision', async () => {
  const { getText, compose, newest } = setUp();
  expect(await getText()).toContain('content 1');

  content.b = 2;
  newest.observe({ number: 2, visible: 2, withdrawal: 2 });
  expect(await getText()).toContain('content 2');
  expect(await getText()).toContain('content 2');
  expect(compose).toHaveBeenCalledTimes(2);
});

it('OPS-01 caches a page under the revision of its data, not under the previously known revision', async () => {
  const { getText, compose, newest, state } = setUp();
  content.b = 2;
  expect(await getText()).toContain('content 2');
  expect([newest.get(), compose.mock.calls.length]).toEqual([2, 1]);

  // The first provider catches up, so the page is still current.
  content.a = 2;
  state.now = 1000;
  await getText();
  expect(compose).toHaveBeenCalledTimes(1);
});
