import { listTextImages } from './consent-queries.ts';

const FIRST = '1'.repeat(24);
const SECOND = 'ab'.repeat(12);

describe('images in a text', () => {
  it.each([
    [`<img src="/img/upload/w_960,f_webp/v1/${FIRST}.jpg" alt="">`, [FIRST]],
    [`<img src='https://site.example/img/upload/v12/${FIRST}.webp'><img src="/img/upload/v1/${SECOND}.png">`, [FIRST, SECOND]],
    [`<img src="/img/upload/v1/${FIRST}.jpg" srcset="/img/upload/w_1/v1/${FIRST}.jpg 1x, /img/upload/w_2/v1/${SECOND}.jpg 2x">`, [FIRST, SECOND]],
    // Texts that contain an image path but no image URL.
    [`<p>${FIRST}.jpg and /img/share/v1/${FIRST}.jpg</p>`, []],
    [`<p>/img/upload/v1/${FIRST.slice(1)}.jpg</p>`, []],
    [`<p>/img/upload/v1/ ${FIRST}.jpg</p>`, []],
    ['', []],
  ])('are found by their URLs: %s', (html, ids) => {
    expect(listTextImages(html)).toEqual(ids);
  });

  it('are listed within a second, even in a highly repetitive text', () => {
    const texts = ['/img/upload/x', '/img/upload/', `/img/upload/v1/${FIRST}`, '/img/upload/x"', 'x/'].map((part) => part.repeat(200_000 / part.length));
    const began = performance.now();
    for (const text of texts) listTextImages(text);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
