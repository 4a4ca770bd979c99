import { removeImageFromHtml } from './remove-image-from-html.ts';

const image = (id: string): string => `<img src="/img/upload/v1/${id}.webp" alt="b" />`;
const figure = (id: string): string => `<figure class="x">${image(id)}\n<figcaption>Text</figcaption></figure>`;

describe('removeImageFromHtml', () => {
  it.each([
    ['with its figure and caption', `<p>One</p>${figure('a1')}<p>Two</p>`, '<p>One</p><p>Two</p>'],
    ['and no figure of another image', `${figure('a2')}${figure('a1')}${figure('a3')}`, `${figure('a2')}${figure('a3')}`],
    ['within a text', `<p data-x="1">One ${image('a1')}two ${image('a2')}</p>`, `<p data-x="1">One two ${image('a2')}</p>`],
    ['wherever it is', `${figure('a1')}<p>${image('a1')}</p>${figure('a1')}`, '<p></p>'],
    [
      'and keeps the rest as it is',
      `<p>${image('a1')}</p><script>x()</script><table><tr><td>1</td></tr></table>`,
      '<p></p><script>x()</script><table><tr><td>1</td></tr></table>',
    ],
    ['and no link to it', `<p><a href="/img/upload/v1/a1.webp">Photo</a></p>`, '<p><a href="/img/upload/v1/a1.webp">Photo</a></p>'],
    [
      'and no player with its id',
      `<p>${image('a1')}</p><iframe src="https://a.example/a1.html"></iframe>`,
      '<p></p><iframe src="https://a.example/a1.html"></iframe>',
    ],
    ['and no image whose id only contains it', `<p>${image('a11')}${image('ba1')}</p>`, `<p>${image('a11')}${image('ba1')}</p>`],
    ['and an image without an address stays', `<p><img alt="c" />${image('a1')}</p>`, '<p><img alt="c" /></p>'],
  ])('removes the image %s', (_, html, expected) => {
    expect(removeImageFromHtml(html, 'a1')).toBe(expected);
  });

  it('does not touch a text without the image', () => {
    const html = '<p>One <br> & two';
    expect(removeImageFromHtml(html, 'a1')).toBe(html);
  });
});
