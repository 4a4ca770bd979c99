import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createDataSaverScript } from '../../features/data-saver/data-saver.server.ts';
import { createStartScript } from '../../features/first-view/start.server.ts';
import type { ComposedPage } from '../rendering/composed-page.ts';
import { headFixture } from '../rendering/composed-page-fixture.ts';
import { createHtmlDocument } from './document.ts';

const scripts = [
  ['/assets/renderer.1.js', 'sha256-renderer'],
  ['/assets/main.1.js', 'sha256-main'],
] as const;
const assets = {
  startScript: createStartScript(scripts),
  dataSaverScript: createDataSaverScript(scripts),
  styles: [{ href: '/assets/main.1.css', integrity: 'sha256-host', css: '.shell{top:0}.below{top:0}' }],
  fontFaces: [],
  fonts: ['/assets/onest-latin.woff2'],
  buildId: 'build',
};
const set = {
  id: 'set-1',
  remotes: { gallery: { paths: ['/gallery'], versions: [] }, 'news-events': { paths: ['/news'], versions: [] } },
};
const site = siteFixture({ siteUrl: 'https://site.test', videoUrl: 'https://video.test/v/1', volunteerFormUrl: 'https://forms.test/volunteer' });

const create = (changes: Partial<ComposedPage> = {}, reloadsPages = false, siteChanges: Partial<SiteConfig> = {}, savesData = false) => {
  const page: ComposedPage = {
    status: 200,
    markup: '<main>A page</main>',
    head: headFixture({ title: 'A page', canonical: 'https://site.test/a', image: 'https://site.test/a.jpg' }),
    area: 'rendered',
    loaderData: {},
    actionData: null,
    chunks: ['page'],
    render: 'content',
    notices: [],
    ...changes,
  };
  return createHtmlDocument({
    page,
    set,
    site: { ...site, ...siteChanges },
    embeddedData: { set, site, rest: 'data-1' },
    assets,
    styles: [{ href: '/_mf/gallery/1/page.1.css', integrity: 'sha256-page', mark: 'remote_gallery:chunk-page', css: '.page{top:0}' }],
    reloadsPages,
    hasWorker: true,
    savesData,
  });
};

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
const readPageData = (html: string): unknown => JSON.parse(parse(html).getElementById('page-data')?.textContent ?? '');
const readDirective = (policy: string, name: string): string[] =>
  (policy.split('; ').find((directive) => directive.startsWith(`${name} `)) ?? '').split(' ').slice(1);
const toHash = (content: string | null): string => `'sha256-${createHash('sha256').update(String(content)).digest('base64')}'`;

describe('createHtmlDocument', () => {
  it('is the rendered shell with the head of its page', () => {
    const document = parse(create().html);

    expect(document.title).toBe('A page');
    expect(document.querySelector('#site main')?.textContent?.trim()).toBe('A page');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://site.test/a');
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe('https://site.test/a.jpg');
  });

  it('makes browsers request fonts and images of the first view before they read the HTML, except for visitors who save data', () => {
    const imageHints = '</a.svg>; rel=preload; as=image; fetchpriority=high';
    const font = '</assets/onest-latin.woff2>; rel=preload; as=font; crossorigin';

    expect(create({ imageHints }).link).toBe(`${font}, ${imageHints}`);
    expect(create().link).toBe(font);
    expect(create({ imageHints: '' }).link).toBe(font);
    expect(create({ imageHints }, false, {}, true).link).toBe('');
  });

  it.each([
    [
      'after the first section',
      '<main><p class="page"></p><section class="shell"></section><section class="below"></section></main><footer class="below"></footer>',
    ],
    ['after an area without sections', '<main><p class="page shell"></p></main><footer class="below"></footer>'],
  ])('inlines the styles above the fold, and hides the rest until the stylesheets apply: %s', (_, markup) => {
    const document = parse(create({ markup }).html);

    const [rules = '', hiding = ''] = (document.querySelector('style')?.textContent ?? '').split('body{min-block-size:100vh}');
    expect(rules).toBe('.shell{top:0}.page{top:0}');
    document.documentElement.dataset.fold = '';
    const elementsBelow = [...document.querySelectorAll(hiding.slice(0, hiding.indexOf('{')))];
    expect(document.querySelectorAll('.below').length).toBeGreaterThan(0);
    for (const element of document.querySelectorAll('.below')) expect(elementsBelow.some((hidden) => hidden.contains(element))).toBe(true);
    for (const element of document.querySelectorAll('.page, .shell')) expect(elementsBelow.some((hidden) => hidden.contains(element))).toBe(false);
  });

  it('links its stylesheets in the head with a medium that a script changes, and at the fold for browsers without script', () => {
    const { html } = create({ markup: '<main><section class="shell"></section><section class="below"></section></main>' });
    const document = parse(html);

    const read = (links: Iterable<Element>, names: readonly string[]) => [...links].map((link) => names.map((name) => link.getAttribute(name)));
    expect(
      read(document.querySelectorAll('head > link[rel=stylesheet]'), ['href', 'integrity', 'crossorigin', 'media', 'data-rspack', 'data-rspack-loading']),
    ).toEqual([
      ['/assets/main.1.css', 'sha256-host', '', 'print', null, null],
      ['/_mf/gallery/1/page.1.css', 'sha256-page', '', 'print', 'remote_gallery:chunk-page', '1'],
    ]);
    expect(document.querySelectorAll('body :not(noscript) > link')).toHaveLength(0);
    const [before = '', withoutScript = ''] = html.split('<noscript id="page-styles">');
    expect(before.endsWith('<section class="shell"></section>')).toBe(true);
    expect(
      read(parse(withoutScript.split('</noscript>')[0] ?? '').querySelectorAll('link[rel=stylesheet]'), ['href', 'integrity', 'crossorigin', 'media']),
    ).toEqual([
      ['/assets/main.1.css', 'sha256-host', '', null],
      ['/_mf/gallery/1/page.1.css', 'sha256-page', '', null],
    ]);
  });

  it('escapes everything that editors write into the head', () => {
    const hostile = `"><script>alert(1)</script>'&`;
    const structuredData = { name: '</script><script>alert(1)</script>' };
    const head = headFixture({
      title: hostile,
      shareTitle: hostile,
      description: hostile,
      canonical: hostile,
      share: hostile,
      image: hostile,
      imageAlt: hostile,
      structuredData: [structuredData],
      alternates: [{ path: hostile, type: hostile, title: hostile }],
    });
    const document = parse(create({ head }).html);

    expect(document.title).toBe(hostile);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(hostile);
    for (const property of ['title', 'url', 'image', 'image:alt'])
      expect(document.querySelector(`meta[property="og:${property}"]`)?.getAttribute('content')).toBe(hostile);
    expect(document.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe(hostile);
    expect(JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')).toEqual(structuredData);
    expect([...document.scripts].filter(({ textContent }) => textContent === 'alert(1)')).toEqual([]);
  });

  it('declares the language and the image description of link previews, and no Twitter tags that Open Graph covers', () => {
    const document = parse(create({ head: headFixture({ title: 'A', shareTitle: 'A', image: '/a.jpg', imageAlt: 'A box' }) }).html);
    const twitterTags = [...document.querySelectorAll('meta[name^="twitter:"]')].map((meta) => [meta.getAttribute('name'), meta.getAttribute('content')]);

    expect(document.querySelector('meta[property="og:locale"]')?.getAttribute('content')).toBe('en_NG');
    expect(twitterTags).toEqual([
      ['twitter:card', 'summary_large_image'],
      ['twitter:image:alt', 'A box'],
    ]);
  });

  it('passes the browser parts of the release set and configuration, the data of loaders and actions, and the notices', () => {
    const loaderData = { page: { text: '</script><b>\u2028' } };
    const page = { loaderData, actionData: { page: 'Sent' }, notices: [{ kind: 'error', message: 'An error occurred' }] } as const;

    expect(readPageData(create(page).html)).toEqual({ set, site, rest: 'data-1', ...page });
    expect(readPageData(create({ loaderData }).html)).toEqual({ set, site, rest: 'data-1', loaderData });
    expect(readPageData(create({ area: 'browser' }).html)).toMatchObject({ area: 'browser' });
    expect(create(page).html).not.toContain('</script><b>');
  });

  it('tells only pages of the development server to reload', () => {
    expect(readPageData(create().html)).not.toHaveProperty('reloads');
    expect(readPageData(create({}, true).html)).toMatchObject({ reloads: true });
  });

  it.each([
    ['a complete page', {}, false],
    ['a missing page', { status: 404 }, true],
    ['a page that the browser renders', { area: 'browser' }, true],
    ['a page without its area', { status: 503, area: 'unavailable' }, true],
    ['a page that opts out', { head: headFixture({ noindex: true }) }, true],
  ] as const)('keeps all but complete pages out of search engines: %s', (_, changes, isHidden) => {
    expect(parse(create(changes).html).querySelector('meta[name=robots]') !== null).toBe(isHidden);
  });
});

describe('the page of a visitor who saves data', () => {
  const SWITCH = '<button type="submit" value="on" class="line" name="data-saver">Use less data</button>';
  const markup = `<main class="shell"><img src="/img/a.webp" alt="A" width="640" height="360"/><a href="${site.videoUrl}">Play</a></main><footer class="below">${SWITCH}</footer>`;
  const createDataSaverPage = (changes: Partial<ComposedPage> = {}) =>
    create({ markup, ...changes }, false, { videoMegabytes: 12, nairaPerMegabyte: 0.5 }, true);

  it('inlines all of its styles, and refers to no font, stylesheet or image', () => {
    const { html, contentSecurityPolicy } = createDataSaverPage();
    const document = parse(html);

    expect(document.querySelector('style')?.textContent).toContain('.shell{top:0}.below{top:0}');
    expect(document.querySelectorAll('link[rel=preload], link[rel=stylesheet]')).toHaveLength(0);
    expect(JSON.parse(document.getElementById('later-styles')?.textContent ?? '')).toEqual([
      { href: '/assets/main.1.css', integrity: 'sha256-host' },
      { href: '/_mf/gallery/1/page.1.css', integrity: 'sha256-page', mark: 'remote_gallery:chunk-page' },
    ]);
    expect(document.querySelector('img')?.src).toMatch(/^data:/);
    const scripts = [...document.scripts].filter(({ type }) => type === '').map(({ textContent }) => toHash(textContent));
    expect(readDirective(contentSecurityPolicy, 'script-src')).toEqual(["'self'", "'strict-dynamic'", ...scripts]);
    expect([...document.scripts].at(-1)?.textContent).toBe(assets.dataSaverScript);
  });

  it('shows the size and price of the film, and a button that shows everything', () => {
    const document = parse(createDataSaverPage().html);
    const button = document.querySelector('button');
    expect(document.querySelector('.film-cost')?.textContent).toBe('12 MB ≈ ₦6');
    expect([button?.textContent, button?.value, button?.name]).toEqual(['Show everything', 'off', 'data-saver']);
  });

  it('is unchanged if the browser renders it', () => {
    const page = { area: 'browser' } as const;
    expect(createDataSaverPage(page)).toEqual(create({ markup, ...page }));
  });
});

describe('the script that starts the page', () => {
  /**
   * Runs the inline script as the browser does, in an element with these attributes. Returns a function that touches the page and returns the added script
   * elements.
   */
  const start = (attributes: Readonly<Record<string, string>> = {}): (() => HTMLScriptElement[]) => {
    const element = document.createElement('script');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    jest.spyOn(document, 'currentScript', 'get').mockReturnValue(element);
    const text = [...parse(create().html).scripts].at(-1)?.textContent ?? '';
    new Function(text)();
    return () => {
      const before = document.scripts.length;
      window.dispatchEvent(new Event('pointerdown'));
      return [...document.scripts].slice(before);
    };
  };
  const files = scripts.map(([address, integrity]) => ({ src: `http://localhost${address}`, integrity, crossOrigin: '' }));

  beforeEach(() => {
    for (const script of [...document.scripts]) script.remove();
  });

  it("loads the host's script with its integrity at the first touch", () => {
    expect(start()()).toMatchObject(files);
  });

  it('requests only the failed file again', () => {
    const touch = start();
    touch()[1]?.dispatchEvent(new Event('error'));

    expect(touch()).toMatchObject(files.slice(1));
    expect(touch()).toEqual([]);
  });

  it('REL-06 reads nothing from its element, so injected markup with the same text loads no other script', () => {
    expect(start({ 'data-src': 'https://evil.test/x.js', 'data-integrity': '' })()).toMatchObject(files);
  });
});

describe('the Content-Security-Policy of a page', () => {
  const { html, contentSecurityPolicy: policy } = create();
  const document = parse(html);

  it('allows every inline script and style by its hash, and nothing unsafe', () => {
    const scripts = [...document.scripts].filter(({ type }) => type === '').map(({ textContent }) => toHash(textContent));
    const styles = [...document.querySelectorAll('style')].map(({ textContent }) => toHash(textContent));

    expect(readDirective(policy, 'script-src')).toEqual(["'self'", "'strict-dynamic'", ...scripts]);
    expect(readDirective(policy, 'style-src')).toEqual(["'self'", ...styles]);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/);
  });

  it('allows the services that the configuration names, and one Trusted Types policy for each script that needs one', () => {
    expect(readDirective(policy, 'frame-src')).toContain('https://video.test');
    expect(readDirective(policy, 'connect-src')).toEqual(["'self'", 'https://forms.test']);
    expect(readDirective(policy, 'form-action')).toEqual(["'self'", 'https://forms.test']);
    expect(readDirective(policy, 'frame-ancestors')).toEqual(["'none'"]);
    expect(readDirective(policy, 'trusted-types')).toEqual(['start', 'host', 'federation', 'remote', 'worker', "'allow-duplicates'"]);
  });

  it('REL-06 allows images from this site and from the hosts that the configuration names', () => {
    expect(readDirective(policy, 'img-src')).toEqual(["'self'", 'data:']);
    expect(readDirective(create({}, false, { imageHosts: ['images.test', '*.cdn.test'] }).contentSecurityPolicy, 'img-src')).toEqual([
      "'self'",
      'data:',
      'https://images.test',
      'https://*.cdn.test',
    ]);
    expect(readDirective(create({}, false, { imageHosts: [] }).contentSecurityPolicy, 'img-src')).toEqual(["'self'", 'data:']);
  });

  it('REL-06 makes browsers report violations with the release set of the page', () => {
    expect(readDirective(policy, 'report-uri')).toEqual(['/reports?set=set-1']);
  });

  it('has the same script hashes on every page', () => {
    expect(readDirective(create({ markup: 'another', loaderData: { a: 1 } }).contentSecurityPolicy, 'script-src')).toEqual(readDirective(policy, 'script-src'));
  });
});
