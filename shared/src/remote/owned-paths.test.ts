import { ownsPath } from './owned-paths.ts';

describe('REL-05 owned paths', () => {
  it.each([
    ['/news', true],
    ['/news/a-post', true],
    ['/news/:slug', true],
    ['/', true],
    ['/newsletter', false],
    ['/:anything', false],
    ['/*', false],
    ['/login', false],
  ])('%s: %s', (path, isOwned) => {
    expect(ownsPath(['/', '/news'], path)).toBe(isOwned);
  });
});
