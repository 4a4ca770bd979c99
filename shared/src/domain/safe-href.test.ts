/** @jest-environment node */
import { isSafeHref } from './safe-href.ts';

describe('isSafeHref', () => {
  it.each([
    'http://site.example/',
    'https://site.example/news?page=2#top',
    'HTTPS://SITE.EXAMPLE/',
    'mailto:help@site.example',
    'tel:112',
    '//other.example/path',
    '/news',
    'news/one',
    '?page=2',
    '#top',
    '',
  ])('allows %j', (href) => {
    expect(isSafeHref(href)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://site.example/1',
    'file:///etc/passwd',
    'ftp://site.example/',
    'about:blank',
    'view-source:https://site.example/',
    'http://',
    'https://[1',
  ])('refuses %j', (href) => {
    expect(isSafeHref(href)).toBe(false);
  });
});
