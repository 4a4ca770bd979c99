import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { createRoutes } from '../routes.tsx';
import { listStaticPages } from './static-pages.ts';

const args = { request: new Request('https://site.example/search'), params: {}, context: {} } as Parameters<typeof listStaticPages>[1];

describe('the pages with fixed texts', () => {
  it('NS-12 have descriptions that differ from their titles', async () => {
    const pages = await listStaticPages(createRoutes(hostServicesStub()), args);
    expect(pages.filter(({ title, description }) => title === description)).toEqual([]);
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/donate', '/ebook', '/privacy', '/safeguarding', '/volunteer']));
  });

  it('keep their titles if a text file cannot be read', async () => {
    const loader = async () => Promise.reject(new Error('not complete'));
    const head = () => ({ title: 'Giving', description: 'Giving' });
    expect(await listStaticPages([{ path: '/donate', chunk: 'giving', render: 'static', head, loader }], args)).toEqual([
      { path: '/donate', title: 'Giving', description: 'Giving' },
    ]);
  });
});
