/** @jest-environment node */
import { acceptedEncoding, isUnchanged, namesEtag } from './negotiation.ts';

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

describe('isUnchanged', () => {
  const page = { status: 200, etag: 'W/"a"', since: Date.parse('2026-11-20T10:00:00Z') / 1000 };
  const held = 'Fri, 20 Nov 2026 10:00:00 GMT';

  it.each([
    ['the date that was sent', { 'if-modified-since': held }, true],
    ['a later date', { 'if-modified-since': 'Fri, 20 Nov 2026 10:00:01 GMT' }, true],
    ['an earlier date', { 'if-modified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' }, false],
    ['no date', { 'if-modified-since': 'yesterday' }, false],
    ['nothing', {}, false],
    ['another tag, whatever the date', { 'if-none-match': '"b"', 'if-modified-since': held }, false],
    ['the tag, whatever the date', { 'if-none-match': '"a"', 'if-modified-since': 'Fri, 20 Nov 2020 10:00:00 GMT' }, true],
  ])('reads %s', (_, headers, expected) => {
    expect(isUnchanged(headers, page)).toBe(expected);
  });

  it('takes no date for a page that is missing', () => {
    expect(isUnchanged({ 'if-modified-since': held }, { ...page, status: 404 })).toBe(false);
  });
});
