import { listTextImages } from './consent-queries.ts';

const FIRST_ID = '1'.repeat(24);
const SECOND_ID = 'ab'.repeat(12);

describe('images in a text', () => {
  it.each([
    [`<img src="/img/upload/w_960,f_webp/v1/${FIRST_ID}.jpg" alt="">`, [FIRST_ID]],
    [`<img src='https://site.example/img/upload/v12/${FIRST_ID}.webp'><img src="/img/upload/v1/${SECOND_ID}.png">`, [FIRST_ID, SECOND_ID]],
    [
      `<img src="/img/upload/v1/${FIRST_ID}.jpg" srcset="/img/upload/w_1/v1/${FIRST_ID}.jpg 1x, /img/upload/w_2/v1/${SECOND_ID}.jpg 2x">`,
      [FIRST_ID, SECOND_ID],
    ],
    // Texts that contain an image path but no image URL.
    [`<p>${FIRST_ID}.jpg and /img/share/v1/${FIRST_ID}.jpg</p>`, []],
    [`<p>/img/upload/v1/${FIRST_ID.slice(1)}.jpg</p>`, []],
    [`<p>/img/upload/v1/ ${FIRST_ID}.jpg</p>`, []],
    ['', []],
  ])('are found by their URLs: %s', (html, ids) => {
    expect(listTextImages(html)).toEqual(ids);
  });

  it('are listed within a second, even in a highly repetitive text', () => {
    const texts = ['/img/upload/x', '/img/upload/', `/img/upload/v1/${FIRST_ID}`, '/img/upload/x"', 'x/'].map((part) => part.repeat(200_000 / part.length));
    const startTime = performance.now();
    for (const text of texts) listTextImages(text);
    expect(performance.now() - startTime).toBeLessThan(1000);
  });
});
