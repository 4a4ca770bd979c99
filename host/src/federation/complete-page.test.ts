import { siteFixture } from '@site/shared/testing/fixtures';
import { stubNavigationTiming } from '../testing/navigation-timing.ts';
import { createSiteDataLoader } from './complete-page.ts';
import { RemoteUnavailableError } from './load-remote.ts';
import type { PageData } from './page-data.ts';

const createRemote = (version: string) => ({ paths: ['/x'], versions: [{ version, entry: `/_mf/x/${version}/x.js`, integrity: '' }] });
const { storeUrl, ...carried } = siteFixture();
const createPage = (): Pick<PageData, 'set' | 'site' | 'rest'> => ({
  set: { id: 'set-1', remotes: { marketing: createRemote('1') } },
  site: { ...carried } as PageData['site'],
  rest: 'data-1',
});
const mockResponses = (...responses: (Response | Error)[]) =>
  responses.reduce(
    (mock, response) => (response instanceof Error ? mock.mockRejectedValueOnce(response) : mock.mockResolvedValueOnce(response)),
    jest.spyOn(globalThis, 'fetch'),
  );
const data = () => Response.json({ site: siteFixture(), remotes: { marketing: createRemote('2'), gallery: createRemote('1') } });

beforeEach(() => stubNavigationTiming());

describe('createSiteDataLoader', () => {
  it('adds the missing parts once, and keeps the version that the server ran', async () => {
    const page = createPage();
    const fetchMock = mockResponses(data());
    const complete = createSiteDataLoader(page);
    await Promise.all([complete(), complete()]);

    expect(fetchMock.mock.calls).toEqual([['/site-data/data-1.json']]);
    expect(page.site.storeUrl).toBe(storeUrl);
    expect(page.set.remotes).toEqual({ marketing: createRemote('1'), gallery: createRemote('1') });
  });

  it('requests nothing for a complete page', async () => {
    const fetchMock = mockResponses(data());
    const { rest: _rest, ...page } = createPage();
    await createSiteDataLoader(page)();

    expect(fetchMock).not.toHaveBeenCalled();
  });

  it.each([
    ['the network fails', new TypeError('offline')],
    ['the host is draining', Response.json({}, { status: 503 })],
  ])('rejects with a RemoteUnavailableError when %s, and retries on the next call', async (_, failed) => {
    const page = createPage();
    mockResponses(failed, data());
    const complete = createSiteDataLoader(page);

    await expect(complete()).rejects.toThrow(RemoteUnavailableError);
    await complete();
    expect(page.site.storeUrl).toBe(storeUrl);
  });
});
