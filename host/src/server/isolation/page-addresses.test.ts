/** @jest-environment node */
import { failure, success } from '@site/shared/domain/result';
import type { PageMembers } from '@site/shared/remote/remote-contract';
import type { RouteObject } from 'react-router-dom';
import { getPageAddresses } from './page-addresses.ts';

const head = () => ({ title: '', description: '' });
const page = (path: string, addresses?: PageMembers['addresses']): RouteObject => ({
  path,
  handle: { chunk: 'page', render: 'content', head, ...(addresses === undefined ? {} : { addresses }) } satisfies PageMembers,
});

describe('getPageAddresses', () => {
  const read = (routes: readonly RouteObject[]) => getPageAddresses(routes, AbortSignal.timeout(5000));

  it('ROUTE-01 to ROUTE-15 takes the paths of public pages from their routes, or the addresses that their handles list', async () => {
    const staff = { path: '/admin', handle: { chunk: 'staff', render: 'browser', head } satisfies PageMembers, children: [page('/admin/posts')] };
    const article = page('/news/:slug', async () => success([{ path: '/news/one', lastModified: '2026-11-14T09:00:00Z' }]));

    expect(await read([{ children: [page('/about'), article] }, page('/programs/:slug'), page('/thanks', async () => success([])), staff])).toEqual({
      addresses: [{ path: '/about' }, { path: '/news/one', lastModified: '2026-11-14T09:00:00Z' }],
      isComplete: true,
    });
  });

  it('GEN-13 lists the fixed pages while the provider is silent', async () => {
    const silent = async () => failure({ kind: 'network', message: '' } as const);

    expect(await read([page('/gallery', silent), page('/news/:slug', silent)])).toEqual({ addresses: [{ path: '/gallery' }], isComplete: false });
  });
});
