import { webcrypto } from 'node:crypto';
import { createPreviewLink } from '@site/shared/contracts/review';
import { readDraftFragment } from '@site/shared/remote/draft-fragment';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { openPreviewTab } from './preview-tab.ts';

const SITE = { siteUrl: 'https://site.test', staffUrl: 'https://staff.test' };
const DRAFT = { title: 'Unsaved' };

const setUp = ({ previewUrl, response = { path: '/news/review/t' } }: { readonly previewUrl?: string; readonly response?: unknown } = {}) => {
  const services = hostServicesStub({ site: { ...SITE, ...(previewUrl === undefined ? {} : { previewUrl }) }, responses: [[createPreviewLink, response]] });
  const tab = { close: jest.fn(), location: { replace: jest.fn() } };
  jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  return { services, tab };
};

describe('openPreviewTab', () => {
  beforeAll(() => Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true }));
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [undefined, 'https://site.test'],
    ['https://preview.test', 'https://preview.test'],
  ])('SEC-10 opens a tab at once, and later shows the draft in it at the preview origin (%s)', async (previewUrl, origin) => {
    const { services, tab } = setUp(previewUrl === undefined ? {} : { previewUrl });
    const show = openPreviewTab(services);
    expect(window.open).toHaveBeenCalledTimes(1);
    await show({ kind: 'post', id: 'post-1', draft: DRAFT });

    const [[address] = ['']] = tab.location.replace.mock.calls;
    const [{ params, body } = {}] = services.getCalls(createPreviewLink);
    const { draft: hash } = body as { readonly draft: string };
    const { origin: shownOrigin, pathname, hash: fragment } = new URL(address);
    expect([params, shownOrigin, pathname]).toEqual([{ kind: 'post', id: 'post-1' }, origin, '/news/review/t']);
    expect(await readDraftFragment(fragment, hash)).toEqual(DRAFT);
  });

  it('SEC-10 previews a document that has never been saved', async () => {
    const { services } = setUp();
    await openPreviewTab(services)({ kind: 'program', id: null, draft: DRAFT });
    expect(services.getCalls(createPreviewLink)[0]?.params).toEqual({ kind: 'program', id: 'new' });
  });

  it('SEC-10 closes the tab and shows the error if the link cannot be created', async () => {
    const { services, tab } = setUp({ response: apiError('server', 'Resting') });
    await openPreviewTab(services)({ kind: 'post', id: 'post-1', draft: DRAFT });

    expect(tab.close).toHaveBeenCalledTimes(1);
    expect(services.toasts).toMatchObject([{ kind: 'error', message: 'Resting' }]);
  });
});
