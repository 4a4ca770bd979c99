/** @jest-environment node */
import { selectQuery } from './page-context.ts';

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
  ])('OPS-03 of %s is %s', (search, expected) => {
    expect(selectQuery(search)).toBe(expected);
  });

  it('OPS-03 has the parameters that the remote declares too', () => {
    expect(selectQuery('?size=2&shape=round&page=1', ['size'])).toBe('?page=1&size=2');
  });
});
