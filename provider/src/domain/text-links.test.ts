import { getPageUrl, listExternalUrls, listTextLinks, readLinkTarget } from './text-links.ts';

const SITE_URL = 'https://site.example';

describe('listTextLinks', () => {
  it.each([
    ['no link', '<p>Text</p>', []],
    ['no rich text', '', []],
    [
      'links in their order',
      '<p>A <a href="/news/one">one</a></p><ul><li><a href="#two">t<em>w</em>o</a></li></ul>',
      [
        { href: '/news/one', text: 'one' },
        { href: '#two', text: 'two' },
      ],
    ],
    ['the own address', '<p><a href="https://site.example/news/one">one</a></p>', [{ href: '/news/one', text: 'one' }]],
    ['a link without an address', '<p><a>one</a></p>', []],
    ['an address of another element', '<p><a href="/a">one</a> <img src="/img/upload/v1/a.webp" alt="b"></p>', [{ href: '/a', text: 'one' }]],
  ])('reads %s', (_, html, links) => {
    expect(listTextLinks(html, SITE_URL)).toEqual(links);
  });
});

describe('readLinkTarget', () => {
  it.each([
    ['#part', { kind: 'part', name: 'part' }],
    ['/news/open-mic', { kind: 'post', idOrSlug: 'open-mic', path: '/news/open-mic' }],
    ['/news/open-mic/', { kind: 'post', idOrSlug: 'open-mic', path: '/news/open-mic/' }],
    ['/news/open-mic?x=1#part', { kind: 'post', idOrSlug: 'open-mic', path: '/news/open-mic?x=1' }],
    ['/news/%C3%A9', { kind: 'post', idOrSlug: 'é', path: '/news/%C3%A9' }],
    ['/news/%E0', { kind: 'post', idOrSlug: '%E0', path: '/news/%E0' }],
    ['other', { kind: 'post', idOrSlug: 'other', path: '/news/other' }],
    ['/events/e1', { kind: 'event', idOrSlug: 'e1', path: '/events/e1' }],
    ['/programs/p1', { kind: 'program', idOrSlug: 'p1', path: '/programs/p1' }],
    ['/gallery?photo=i1', { kind: 'image', idOrSlug: 'i1', path: '/gallery?photo=i1' }],
    ['/gallery', { kind: 'page', path: '/gallery' }],
    ['/gallery/more?photo=i1', { kind: 'page', path: '/gallery/more?photo=i1' }],
    ['/news', { kind: 'page', path: '/news' }],
    ['/news/', { kind: 'page', path: '/news/' }],
    ['/news/feed.xml', { kind: 'page', path: '/news/feed.xml' }],
    ['/news/open-mic/photos', { kind: 'page', path: '/news/open-mic/photos' }],
    ['/', { kind: 'page', path: '/' }],
    ['https://other.example/a#b', { kind: 'external', url: 'https://other.example/a#b' }],
    ['http://other.example', { kind: 'external', url: 'http://other.example/' }],
    ['mailto:a@b.example', { kind: 'none' }],
    ['tel:+2348031234567', { kind: 'none' }],
    ['https://', { kind: 'none' }],
  ])('reads %s in a post', (href, target) => {
    expect(readLinkTarget(href, 'post')).toEqual(target);
  });
});

describe('getPageUrl', () => {
  it.each([
    ['https://other.example/a#b', 'https://other.example/a'],
    ['https://other.example/a#b#c', 'https://other.example/a'],
    ['https://other.example/a', 'https://other.example/a'],
  ])('cuts %s', (url, expected) => {
    expect(getPageUrl(url)).toBe(expected);
  });
});

describe('listExternalUrls', () => {
  it('lists each page of other sites once', () => {
    const links = ['https://a.example/x#1', '/news/one', 'https://b.example/', 'https://a.example/x#2', 'mailto:a@b.example'];
    const html = links.map((href) => `<p><a href="${href}">link</a></p>`).join('');
    expect(listExternalUrls(html, 'post', SITE_URL)).toEqual(['https://a.example/x', 'https://b.example/']);
  });

  it('lists URLs of at most 2,000 characters', () => {
    const base = 'https://a.example/';
    const [longest, tooLong] = [2000, 2001].map((length) => base.padEnd(length, 'x'));
    const html = `<p><a href="${tooLong}">a</a><a href="${longest}">b</a></p>`;
    expect(listExternalUrls(html, 'post', SITE_URL)).toEqual([longest]);
  });
});
