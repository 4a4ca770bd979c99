/** @jest-environment node */
import { parseRichText } from './parse-rich-text.ts';
import type { RichTextNode } from './rich-text.ts';
import { plainText } from './rich-text.ts';

const SITE_URL = 'https://site.example';

const write = (nodes: readonly RichTextNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const attributes = Object.entries(node.attributes ?? {}).map(([name, value]) => ` ${name}=${value}`);
      return `<${node.tag}${attributes.join('')}>${write(node.children)}</${node.tag}>`;
    })
    .join('');

const read = (html: string): string => write(parseRichText(html, SITE_URL));

describe('parseRichText', () => {
  it.each([
    ['paragraphs and phrases', '<p>One <strong>two</strong> <em>three</em></p>', '<p>One <strong>two</strong> <em>three</em></p>'],
    ['lists', '<ul><li>a</li><li>b<ol start="3"><li>c</li></ol></li></ul>', '<ul><li>a</li><li>b<ol start=3><li>c</li></ol></li></ul>'],
    ['entities', '<p>&#8358;6,500 &amp; caf&eacute;</p>', '<p>₦6,500 & café</p>'],
    ['tables', '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>', '<table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>'],
    ['quotes', '<blockquote><p>Why?</p><cite>A pupil</cite></blockquote>', '<blockquote><p>Why?</p><p><cite>A pupil</cite></p></blockquote>'],
    [
      'players on the list, out of their paragraph',
      '<p>a<iframe src="https://youtu.be/dQw4w9WgXcQ" title="Our film" onload="x()"><script>x()</script></iframe>b</p>',
      '<p>a</p><iframe src=https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ title=Our film></iframe><p>b</p>',
    ],
    ['languages', '<p lang="yo">Ẹ káàbọ̀</p>', '<p lang=yo>Ẹ káàbọ̀</p>'],
  ])('preserves %s', (_, html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it.each([
    ['script', '<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
    ['an unclosed script', '<p>a</p><script>alert(1)<p>b</p>', '<p>a</p>'],
    ['a frame', '<iframe src="https://evil.example">x</iframe><p>b</p>', '<p>b</p>'],
    ['a document in a frame', '<iframe srcdoc="<script>x()</script>"></iframe><p>b</p>', '<p>b</p>'],
    ['drawings', '<svg onload="alert(1)"><p>in</p></svg><p>b</p>', '<p>b</p>'],
    ['handlers and styles', '<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['script addresses', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
    ['hidden script addresses', '<p><a href=" jAvA&#9;script:alert(1)">a</a></p>', '<p>a</p>'],
    ['data addresses', '<p>a</p><img src="data:image/svg+xml,x">', '<p>a</p>'],
    ['forms', '<form action="/x"><input name="a"><button>b</button>c</form>', '<p>c</p>'],
    ['empty paragraphs', '<p></p><p>&nbsp;</p><p><br></p><p>a</p>', '<p>a</p>'],
  ])('drops %s', (_, html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it.each([
    ['a block inside a paragraph', '<p>a<ul><li>b</li></ul>c</p>', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
    ['a paragraph inside a phrase', '<p><em>a<p>b</p></em></p>', '<p><em>a</em></p><p>b</p>'],
    ['a link inside a link', '<p><a href="/a">x<a href="/b">y</a></a></p>', '<p><a href=/a>x</a><a href=/b>y</a></p>'],
    ['text next to blocks', 'a<p>b</p>c', '<p>a</p><p>b</p><p>c</p>'],
    ['boxes', '<div>a</div><div>b <span>c</span></div>', '<p>a</p><p>b c</p>'],
    ['boxes in an item', '<ul><li><div>a</div><div>b</div></li></ul>', '<ul><li>a<p>b</p></li></ul>'],
    ['items without a list', '<li>a</li><li>b</li>', '<p>a</p><p>b</p>'],
    ['text directly in a list or table', '<ul>a</ul><table>b</table>', '<ul><li>a</li></ul><table><tbody><tr><td>b</td></tr></tbody></table>'],
    ['a decorative image', '<img src="/img/x.jpg" alt="" role="presentation">', '<figure><img src=/img/x.jpg alt= role=presentation></img></figure>'],
    ['an image with another role', '<img src="/img/x.jpg" alt="b" role="button">', '<figure><img src=/img/x.jpg alt=b></img></figure>'],
    ['an image inside a paragraph', '<p>a<img src="/img/x.jpg" alt="b">c</p>', '<p>a</p><figure><img src=/img/x.jpg alt=b></img></figure><p>c</p>'],
  ])('repairs %s', (_, html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it.each([
    ['<h1>a</h1><h2>b</h2>', '<h2>a</h2><h3>b</h3>'],
    ['<h3>a</h3><h5>b</h5><h3>c</h3>', '<h2>a</h2><h3>b</h3><h2>c</h2>'],
  ])("fits headings under the page's own: %s", (html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it('turns addresses of this site into paths and leaves others complete', () => {
    const html =
      '<p><a href="https://site.example/team?a=1#b">1</a><a href="//other.example/x">2</a><a href="#part">3</a><a href="mailto:a@b.example">4</a></p>';
    expect(read(html)).toBe('<p><a href=/team?a=1#b>1</a><a href=https://other.example/x>2</a><a href=#part>3</a><a href=mailto:a@b.example>4</a></p>');
  });

  it('survives ten thousand nested elements', () => {
    const nodes = parseRichText(`${'<blockquote>'.repeat(10_000)}deep`, SITE_URL);
    expect(plainText(nodes)).toBe('deep');
  });
});

describe('plainText', () => {
  it('separates blocks, not phrases', () => {
    const nodes = parseRichText('<h2>One</h2><p>t<b>wo</b><br>three</p><ul><li>four</li></ul>', SITE_URL);
    expect(plainText(nodes)).toBe('One two three four');
  });
});
