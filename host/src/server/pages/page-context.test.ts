/** @jest-environment node */
import { activeSetFixture } from '../remotes/active-set-fixture.ts';
import { createPageContext, selectQuery, toKey } from './page-context.ts';

describe('selectQuery', () => {
  it.each([
    ['', ''],
    ['?utm_source=mail&fbclid=1', ''],
    ['?visit=0.123', ''],
    ['?page=2', '?page=2'],
    ['?utm_source=mail&page=2', '?page=2'],
    ['?photo=b&album=a', '?album=a&photo=b'],
    ['?tag=b&tag=a', '?tag=b&tag=a'],
    ['?q=a+b%26c', '?q=a+b%26c'],
    ['?page', '?page='],
    ['?%', ''],
    ['??page=2', ''],
  ])('OPS-03 reads %s as %s', (search, expected) => {
    expect(selectQuery(search)).toBe(expected);
  });

  it('OPS-03 keeps parameters that the remote declares', () => {
    expect(selectQuery('?size=2&shape=round&page=1', ['size'])).toBe('?page=1&size=2');
  });
});

describe('createPageContext', () => {
  const set = activeSetFixture('set-1');

  it('names the owner of the path and the address of the page, and keeps every parameter in the URL', () => {
    const context = createPageContext({ set, savesData: true }, { path: '/gallery/a', search: '?utm_source=mail&photo=b' }, { visitor: '192.0.2.7' });
    expect(context.owner?.release.version).toBe('2');
    expect(context).toMatchObject({
      url: { path: '/gallery/a', search: '?utm_source=mail&photo=b' },
      address: { set: 'set-1', path: '/gallery/a', search: '?photo=b', savesData: true },
      visitor: '192.0.2.7',
    });
  });

  it('has no owner for a path of the host, and null for one whose remote cannot be loaded', () => {
    expect(createPageContext({ set }, { path: '/nowhere', search: '' }).owner).toBeUndefined();
    expect(createPageContext({ set: activeSetFixture('set-1', false) }, { path: '/gallery', search: '' }).owner).toBeNull();
  });
});

describe('toKey', () => {
  it('differs between the pages for visitors who save data and for all others', () => {
    const address = { set: 'set-1', path: '/news', search: '?page=2' };
    expect([toKey(address), toKey({ ...address, savesData: false }), toKey({ ...address, savesData: true })]).toEqual([
      'set-1 /news?page=2',
      'set-1 /news?page=2',
      'set-1 /news?page=2 saving',
    ]);
  });
});
