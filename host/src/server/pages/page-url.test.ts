/** @jest-environment node */
import { LIMITS } from '@site/shared/domain/limits';
import { assert, property, string } from 'fast-check';
import { readPageUrl } from './page-url.ts';

const getCanonicalUrl = (target: string): string => {
  const url = readPageUrl(target);
  return url === undefined ? 'too long' : `${url.path}${url.search}`;
};

describe('readPageUrl', () => {
  it.each([
    ['/', '/'],
    ['/news/a-post?page=2', '/news/a-post?page=2'],
    ['/news/', '/news'],
    ['/news//', '/news'],
    ['//', '/'],
    ['/\\', '/'],
    ['/news\\a', '/news/a'],
    ['//elsewhere.test/', '/elsewhere.test'],
    ['//elsewhere.test/x', '//elsewhere.test/x'],
    ['/news/%74welve', '/news/twelve'],
    ['/news/caf%c3%a9', '/news/caf%C3%A9'],
    ['/news/caf\u00c3\u00a9', '/news/caf%C3%A9'],
    ['/news/a%2Fb', '/news/a%2Fb'],
    ['/news/"|', '/news/%22%7C'],
    ['/news/%2e%2E/events', '/events'],
    ['/../..', '/'],
    ['/news/%ff', '/news/%ff'],
    ['/news/a%00b', '/news/a%EF%BF%BDb'],
    ['/search?q=%00', '/search?q=%EF%BF%BD'],
    ['/search?q=what?&page=2', '/search?q=what?&page=2'],
    ['/search?', '/search?'],
  ])('OPS-03 spells %s as %s', (target, expected) => {
    expect(getCanonicalUrl(target)).toBe(expected);
  });

  it('OPS-03 leaves the canonical spelling unchanged', () => {
    assert(
      property(string({ unit: 'binary-ascii' }), (text) => {
        const target = `/${text.replaceAll('?', '').replace(/%(?![0-9a-f]{2})/gi, '')}`;
        const canonicalUrl = getCanonicalUrl(target);
        expect(getCanonicalUrl(canonicalUrl)).toBe(canonicalUrl);
        // Visitors are redirected from any other spelling.
        if (canonicalUrl !== target) expect(canonicalUrl).not.toMatch(/^\/\/./);
      }),
      { examples: [['\\\\x/'], ['%2e%2e//x/'], ['/0']] },
    );
  });

  it.each([
    ['a path', `/${'x'.repeat(LIMITS.pathCharacters - 1)}`],
    ['a query', `/search?q=${'x'.repeat(LIMITS.queryCharacters - 2)}`],
    ['a query that encoding makes longer', `/search?q=${'|'.repeat((LIMITS.queryCharacters - 2) / 3)}`],
  ])('REL-01 limits the length of %s', (_what, longestTarget) => {
    expect(getCanonicalUrl(longestTarget)).toBe(longestTarget);
    expect(getCanonicalUrl(`${longestTarget}|`)).toBe('too long');
  });

  it('REL-01 measures the encoded path', () => {
    expect(getCanonicalUrl(`/${'"'.repeat(LIMITS.pathCharacters / 2)}`)).toBe('too long');
  });
});
