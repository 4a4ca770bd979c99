import { splitImageHints } from './image-hints.ts';

const hint = (attributes: string): string => `<link rel="preload" as="image" ${attributes}/>`;
const FIRST = hint('href="/_mf/a/1/hero-1.svg" fetchPriority="high"');

describe('splitImageHints', () => {
  it('puts the image of the first view into a header', () => {
    expect(splitImageHints(FIRST)).toEqual({ header: '</_mf/a/1/hero-1.svg>; rel=preload; as=image; fetchpriority=high', html: '' });
    expect(splitImageHints('')).toEqual({ header: '', html: '' });
  });

  it.each([
    ['several sizes', hint('imageSrcSet="/img/a.webp 1w, /img/b.webp 2w" imageSizes="100vw" fetchPriority="high"')],
    ['no priority', hint('href="/img/a.webp"')],
    ['characters that a header cannot hold', hint('href="/img/ọ.webp" fetchPriority="high"')],
    ['a second header in its address', hint('href="/a\r\nset-cookie: b=1" fetchPriority="high"')],
    ['another link in its address', hint('href="/a&gt;; rel=x, &lt;/b" fetchPriority="high"')],
    ['a very long address', hint(`href="/${'a'.repeat(300)}" fetchPriority="high"`)],
  ])('leaves a hint with %s in the HTML', (_, other) => {
    expect(splitImageHints(other + FIRST)).toEqual({ header: expect.stringMatching(/^<\/_mf\/a\/1\/hero-1\.svg>; [^,]*$/), html: other });
  });

  it('puts no more than two images into the header', () => {
    const { header, html } = splitImageHints(FIRST.repeat(1000));
    expect(header.split(', ')).toHaveLength(2);
    expect(html).toBe(FIRST.repeat(998));
  });
});
