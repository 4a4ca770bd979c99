/** @jest-environment node */
import { acceptedEncoding, namesEtag } from './negotiation.ts';

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['br;q=0.5', 'br'],
    ['x-br', 'identity'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['identity;q=0', 'identity'],
    [undefined, 'identity'],
  ])('takes %p as %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});

describe('namesEtag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"x", W/"a"', true],
    ['*', true],
    ['"b"', false],
    [undefined, false],
  ])('reads %p as %p', (header, named) => {
    expect(namesEtag(header, 'W/"a"')).toBe(named);
  });
});
