import { readLinkAddress } from './link-address.ts';

describe('readLinkAddress', () => {
  it.each([
    ['https://example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
    [' example.org/a ', 'https://example.org/a'],
    ['/volunteer', '/volunteer'],
    ['#part', '#part'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['tel:+2348031234567', 'tel:+2348031234567'],
  ])('accepts "%s"', (typed, href) => {
    expect(readLinkAddress(typed)).toEqual({ ok: true, value: href });
  });

  it.each(['', 'javascript:alert(1)', 'JaVaScRiPt://example.org', 'data:text/html,x', '//evil.example', 'two words', 'ftp://example.org', 'https://'])(
    'rejects "%s"',
    (typed) => {
      expect(readLinkAddress(typed).ok).toBe(false);
    },
  );
});
