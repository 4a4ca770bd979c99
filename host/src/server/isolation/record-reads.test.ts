import { siteFixture } from '@site/shared/testing/fixtures';
import { recordReads } from './record-reads.ts';

const read = (use: (site: ReturnType<typeof siteFixture>) => unknown): string[] => {
  const names = new Set<string>();
  use(recordReads(siteFixture(), (name) => names.add(name)));
  return [...names];
};

describe('recordReads', () => {
  it('reports each member that is read, even an absent one, and returns its value', () => {
    expect(read(({ email, securityContact }) => expect([email, securityContact]).toEqual([siteFixture().email, undefined]))).toEqual([
      'email',
      'securityContact',
    ]);
  });

  it.each([
    ['copied', (site: object) => ({ ...site })],
    ['listed', (site: object) => Object.keys(site)],
    ['turned into JSON', (site: object) => JSON.stringify(site)],
  ])('reports all members of an object that is %s', (_, use) => {
    expect(read(use)).toEqual(expect.arrayContaining(Object.keys(siteFixture())));
  });
});
