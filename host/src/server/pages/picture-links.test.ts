import { addFilmPrice, estimateKilobytes, replacePictures } from './picture-links.ts';

const SRCSET = [320, 480, 640, 960].map((width) => `/img/upload/f_auto,q_auto,w_${width},c_limit/v1/a.webp ${width}w`).join(', ');
const IMAGE = `<img src="/img/upload/f_webp,q_auto,w_960,c_limit/v1/a.webp" srcSet="${SRCSET}" sizes="100vw" alt="A box &amp; a key" width="800" height="450" loading="lazy" decoding="async" class="image"/>`;

const replace = (markup: string): HTMLElement => {
  document.body.innerHTML = replacePictures(markup);
  return document.body;
};

describe('replacePictures', () => {
  it('replaces an image with a link to its phone-sized version, with its description and size, and keeps the element', () => {
    const body = replace(`<div class="media">${IMAGE}</div>`);
    const image = body.querySelector('img');
    expect([...(image?.attributes ?? [])].map(({ name }) => name).sort()).toEqual(['alt', 'class', 'height', 'src', 'width']);
    expect([image?.getAttribute('src')?.startsWith('data:image/svg+xml,'), image?.alt]).toEqual([true, '']);
    expect(image?.getAttribute('src')).not.toContain(' ');
    const link = image?.nextElementSibling;
    expect(link?.textContent).toBe('A box & a key Show picture · about 20 KB');
    expect(link?.getAttribute('href')).toBe('/img/upload/f_auto,q_auto,w_640,c_limit/v1/a.webp');
    expect(link?.getAttribute('data-alt')).toBe('A box & a key');
    expect(body.firstElementChild?.getAttribute('data-picture')).toBe('');
  });

  it('shows only the description of an image that is inside a link', () => {
    const body = replace(`<ul><li><a href="/gallery?photo=1">${IMAGE}</a></li></ul>`);
    expect([body.querySelectorAll('a').length, body.querySelector('a')?.textContent, body.querySelector('a')?.dataset.picture]).toEqual([
      1,
      'A box & a key',
      'link',
    ]);
  });

  it('adds no link for portraits beside a name, and keeps their description', () => {
    const body = replace('<p><img src="/img/upload/w_96,h_96/v1/a.webp" alt="Ada" width="96" height="96"/> Ada</p>');
    expect([body.querySelector('a'), body.querySelector('img')?.alt]).toEqual([null, 'Ada']);
    expect(body.innerHTML).not.toContain('/img/');
  });

  it.each([
    ['small drawings', '<p><img src="/_mf/a/face.svg" alt="" width="96" height="96" loading="lazy"></p>', undefined],
    [
      'the drawing of the first view',
      '<p><img src="/_mf/a/hero.svg" alt="A sun" width="1000" height="800" loading="eager"></p>',
      'A sun Show picture · about 2 KB',
    ],
  ])('also replaces %s, because each would be a request', (_, markup, text) => {
    const body = replace(markup);
    expect([body.querySelector('img')?.src.startsWith('data:image/svg+xml,'), body.querySelector('a')?.textContent]).toEqual([true, text]);
  });

  it.each([
    ['images that are part of the page', '<p><img src="data:image/svg+xml,x" alt="" width="640" height="360"></p>'],
    ['pages without pictures', '<p>a &lt; b<br/><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg></p><!--$--><input value="1"/>'],
  ])('leaves %s unchanged', (_, markup) => {
    expect(replacePictures(markup)).toBe(markup);
  });

  it('removes the hints that would fetch images', () => {
    expect(replacePictures('<link rel="preload" as="image" imageSrcSet="/img/a.webp 1w"/><p>A</p>')).toBe('<p>A</p>');
  });

  it('places the link of a second image in one element below the first', () => {
    const body = replace(`<figure>${IMAGE}<br/>${IMAGE}</figure>`);
    expect([...body.querySelectorAll('a')].map(({ className }) => className)).toEqual(['picture-link', 'picture-link picture-next']);
  });
});

describe('estimateKilobytes', () => {
  it.each([
    ['/img/upload/f_auto,q_auto,w_320,c_limit/v1/a.webp', 4 / 3, 10],
    ['/img/upload/f_auto,q_auto,w_640,c_limit/v1/a.webp', 4 / 3, 25],
    ['/img/upload/f_auto,q_auto,w_500,h_300,c_fill/v1/a.webp', 1, 15],
    ['/_mf/marketing/1/hero.svg', 1, 2],
    ['https://elsewhere.example/a.jpg', 1, undefined],
  ])('%s', (address, ratio, expected) => {
    expect(estimateKilobytes(address, ratio)).toBe(expected);
  });
});

describe('addFilmPrice', () => {
  const film = { address: 'https://video.test/v?a=1&b=2', cost: '12 MB ≈ ₦6' };

  it('puts the price beside the link to the film, in place of the link to its cover', () => {
    const markup = `<p>${IMAGE}</p><div>${IMAGE}<a class="play" href="https://video.test/v?a=1&amp;b=2">Play</a></div><a href="/">Home</a>`;
    document.body.innerHTML = addFilmPrice(replacePictures(markup), film);
    expect(document.querySelector('.film-cost')?.textContent).toBe('12 MB ≈ ₦6');
    expect(document.querySelector('.film-cost')?.previousElementSibling?.className).toBe('play');
    expect([...document.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Show picture'), 'Play', 'Home']);
  });
});
