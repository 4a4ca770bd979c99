/** @jest-environment node */
import { type SiteCopy, writePage } from './page-writer.ts';

const FROM = 'http://127.0.0.1:3000';
const LIVE = 'https://site.example';

const FILES: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/news': 'news/index.html',
  '/news?page=2': 'news/-page-2/index.html',
  '/search': 'search/index.html',
  '/gallery': 'gallery/index.html',
  '/gallery?album=a1': 'gallery/-album-a1/index.html',
};

const copy: SiteCopy = {
  site: { organisationName: 'Better & Co', siteUrl: LIVE, telephone: '+234 800 000 0000', email: 'hello@site.example', office: 'Lagos' },
  liveUrl: new URL(LIVE),
  date: 'November 23, 2026',
  getFile: ({ pathname, search }) => FILES[`${pathname}${search}`],
  getImage: (url) => (url.includes('gone') ? undefined : 'images/x.webp'),
  getAsset: (url) => `assets/${url.split('/').at(-1)}`,
  isFeed: ({ pathname }) => pathname === '/feed.xml',
  isSiteUrl: ({ origin }) => origin === FROM || origin === LIVE,
  script: 'assets/copy.js',
  styles: 'assets/copy.css',
};

const HEAD =
  '<meta charset="utf-8"><script>quickExit()</script><title>T</title><style>a{}</style><link rel="preload" href="/f.woff2" as="font" crossorigin><link rel="manifest" href="/site.webmanifest"><link rel="icon" href="/favicon.svg"><meta property="og:title" content="T">';

const write = (body: string, { titles, isLive = true }: { readonly titles?: string; readonly isLive?: boolean } = {}): string =>
  writePage(
    {
      file: 'news/a/index.html',
      url: new URL(`${FROM}/news/a`),
      html: `<!doctype html><html lang="en"><head>${HEAD}</head><body>${body}</body></html>`,
      ...(titles === undefined ? {} : { titles }),
    },
    isLive ? copy : { ...copy, liveUrl: undefined },
  );

describe('a page of the copy', () => {
  it('has stylesheets and icon as files, and one classic script', () => {
    const html = write(
      '<noscript id="page-styles"><link rel="stylesheet" href="/assets/main.css" integrity="sha256-x" crossorigin></noscript><script type="application/json">{}</script>',
    );

    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="../../assets/copy.js">']);
    expect(html.match(/<link[^>]*>/g)).toEqual([
      '<link rel="canonical" href="https://site.example/news/a">',
      '<link rel="icon" href="../../assets/favicon.svg">',
      '<link rel="stylesheet" href="../../assets/main.css">',
      '<link rel="stylesheet" href="../../assets/copy.css">',
    ]);
    expect(html).not.toMatch(/<style|og:title|quickExit/);
  });

  it.each([
    ['/news', '../index.html'],
    ['/news?page=2#list', '../-page-2/index.html#list'],
    [`${LIVE}/`, '../../index.html'],
    ['#help', '#help'],
    ['tel:0800100', 'tel:0800100'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['https://donate.example/give', 'https://donate.example/give'],
    ['/login', 'https://site.example/login'],
    ['/feed.xml?a=1', 'https://site.example/feed.xml?a=1'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('rewrites a link to %s as %s', (href, written) => {
    expect(write(`<a href="${href}" data-discover="true">x</a>`)).toContain(`<a href="${written}">x</a>`);
  });

  it('has no link to the server while its public URL is unknown', () => {
    expect(write('<p><a href="/login">Sign in</a> here <a href="/feed.xml">Subscribe</a></p>', { isLive: false })).toContain('<p>Sign in here </p>');
  });

  it('has one file for each image, and the text of an image that could not be copied', () => {
    const html = write(
      '<img src="/img/a.webp" srcset="/img/b.webp 2x" sizes="1px" alt="A yard"><img src="/img/gone.webp" alt="Gone"><img src="data:image/svg+xml,x" alt="">',
    );

    expect(html.match(/<img[^>]*>/g)).toEqual(['<img src="../../images/x.webp" alt="A yard">', '<img alt="Gone">', '<img src="data:image/svg+xml,x" alt>']);
  });

  it('links from a photo of the gallery to its file', () => {
    expect(write('<a href="/gallery?photo=p1"><img src="/img/a.webp" alt="A"></a>')).toContain('<a href="../../images/x.webp"><img');
    expect(write('<a href="/gallery?photo=p1">In words</a>')).toContain('<a href="../../gallery/index.html">In words</a>');
  });

  it('shows contacts instead of a form, below its heading', () => {
    const html = write('<form class="card" method="post" action="/volunteer#form" aria-labelledby="h"><h2 id="h">Join</h2><input name="name"></form>');

    expect(html).toContain('<section class="card" aria-labelledby="h"><h2 id="h">Join</h2>');
    expect(html).toContain('href="tel:+2348000000000"');
    expect(html).toContain('href="mailto:hello@site.example"');
    expect(html).toContain('href="https://site.example/news/a"');
    expect(html).not.toMatch(/<form|<input/);
  });

  it('has the search form, which opens the list of titles', () => {
    const html = write('<form role="search" action="/search"><input name="q"></form>', { titles: '<div data-titles>first</div><p>second</p>' });

    expect(html).toContain('<form role="search" action="../../search/index.html"><input name="q"></form><div data-titles>first</div><p>second</p>');
  });

  it('has the album buttons, which open the files of the albums', () => {
    const html = write(
      '<form action="/gallery" method="get"><button type="submit" name="album" value="">All</button><button type="submit" name="album" value="a1">A</button></form>',
    );

    expect(html).toContain(
      '<button type="submit" formaction="../../gallery/index.html">All</button><button type="submit" formaction="../../gallery/-album-a1/index.html">A</button>',
    );
  });

  it('has no controls without an effect', () => {
    const html = write(
      '<button type="button">Copy link</button><button type="button" popovertarget="x">Dot</button><iframe src="https://video.example/1" title="Film"></iframe>',
    );

    expect(html).toContain('<body><button type="button" popovertarget="x">Dot</button><p><a href="https://video.example/1">Film</a></p></body>');
  });

  it('states at the end that it is a copy, and the date of the copy', () => {
    expect(write('<footer>End</footer>')).toContain(
      '<footer>End<p class="copy-note">This is a copy of <a href="https://site.example/news/a">the site of Better &amp; Co</a>, made on November 23, 2026.',
    );
  });

  it('keeps the letters of all languages', () => {
    expect(write('<p title="&amp; ẹ">Ilé-Ifẹ̀ &lt; ɗalibai</p>')).toContain('<p title="&amp; ẹ">Ilé-Ifẹ̀ &lt; ɗalibai</p>');
  });
});
