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
    ['spaces between phrases of an item', '<ul><li> <b>a</b> <i>b</i> c</li></ul>', '<ul><li><b>a</b> <i>b</i> c</li></ul>'],
    ['line breaks', '<p>a<br>b</p>c<br>d', '<p>a<br></br>b</p><p>c<br></br>d</p>'],
    ['rules', 'a<hr>b', '<p>a</p><hr></hr><p>b</p>'],
    ['empty cells', '<table><tr><th></th><td></td></tr></table>', '<table><tbody><tr><th></th><td></td></tr></tbody></table>'],
    [
      'all parts of a table',
      '<table><caption>a</caption><thead><tr><th>b</th></tr></thead><tbody><tr><td>c</td></tr></tbody><tfoot><tr><td>d</td></tr></tfoot></table>',
      '<table><caption>a</caption><thead><tr><th>b</th></tr></thead><tbody><tr><td>c</td></tr></tbody><tfoot><tr><td>d</td></tr></tfoot></table>',
    ],
    ['terms', '<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>', '<dl><dt>a</dt><dd>b</dd><dd>c</dd></dl>'],
    ['a paragraph after the text of a description', '<dl><dd>a<p>b</p></dd></dl>', '<dl><dd>a<p>b</p></dd></dl>'],
    ['the space at the start of a phrase', '<p>a<b>&nbsp;b</b></p>', '<p>a<b>\u00a0b</b></p>'],
    ['a line break in an item', '<ul><li>a<br>b</li></ul>', '<ul><li>a<br></br>b</li></ul>'],
    [
      'an image with its caption',
      '<figure><img src="/x.jpg" alt="a"><figcaption>b</figcaption></figure>',
      '<figure><img src=/x.jpg alt=a></img><figcaption>b</figcaption></figure>',
    ],
    ['help boxes without their content', 'a<aside data-box="help"><p>b</p>c</aside>d', '<p>a</p><aside></aside><p>d</p>'],
    ['no help box attribute on other elements', '<p data-box="help">a</p>', '<p>a</p>'],
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
    ['script URLs', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
    ['hidden script URLs', '<p><a href=" jAvA&#9;script:alert(1)">a</a></p>', '<p>a</p>'],
    ['data URLs', '<p>a</p><img src="data:image/svg+xml,x">', '<p>a</p>'],
    ['forms', '<form action="/x"><input name="a"><button>b</button>c</form>', '<p>c</p>'],
    ['boxes in a dropped element', '<object><object>a</object><hr><p>b</p>c</object><p>d</p>', '<p>d</p>'],
    ['spaces between blocks', ' <ul>\n<li> <p>a</p> <p>b</p> </li>\n</ul>\n', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['empty paragraphs', '<p></p><p>&nbsp;</p><p><br></p><p>a</p>', '<p>a</p>'],
  ])('drops %s', (_, html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it.each([
    ['a block inside a paragraph', '<p>a<ul><li>b</li></ul>c</p>', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
    ['a paragraph inside a phrase', '<p><em>a<p>b</p></em></p>', '<p><em>a</em></p><p>b</p>'],
    ['a link inside a link', '<p><a href="/a">x<a href="/b">y</a></a></p>', '<p><a href=/a>x</a><a href=/b>y</a></p>'],
    ['a link deeper inside a link', '<p><a href="/a"><b>x<a href="/b">y</a></b></a></p>', '<p><a href=/a><b>xy</b></a></p>'],
    [
      'a line break between blocks',
      '<br>a<ul><br><li>b</li></ul><blockquote><br>c</blockquote>',
      '<p>a</p><ul><li>b</li></ul><blockquote><p>c</p></blockquote>',
    ],
    ['text after a paragraph of an item', '<ul><li><p>a</p>b</li></ul>', '<ul><li><p>a</p>b</li></ul>'],
    ['a box with phrases in an item', '<ul><li><div>a <b>b</b> c</div></li></ul>', '<ul><li>a <b>b</b> c</li></ul>'],
    ['an image between paragraphs', '<img src="/x.jpg">a', '<figure><img src=/x.jpg alt=></img></figure><p>a</p>'],
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
    ['ol', '<ol>a</ol>', '<ol><li>a</li></ol>'],
    ['dl', '<dl>a</dl>', '<dl><dd>a</dd></dl>'],
    ['thead', '<table><thead>a</thead></table>', '<table><thead><tr><td>a</td></tr></thead></table>'],
    ['tfoot', '<table><tfoot>a</tfoot></table>', '<table><tfoot><tr><td>a</td></tr></tfoot></table>'],
    ['tr', '<table><tr>a</tr></table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
  ])('wraps text directly in %s in the missing element', (_, html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it.each(['caption', 'dd', 'dt', 'figcaption', 'li', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'])(
    'starts a paragraph for a %s outside its parents',
    (tag) => {
      expect(read(`a<${tag}>b</${tag}>`)).toBe('<p>a</p><p>b</p>');
    },
  );

  it.each([
    ['table', 'caption'],
    ['dl', 'dd'],
    ['dl', 'dt'],
    ['figure', 'figcaption'],
  ])('keeps a paragraph of a %s in its %s', (parent, tag) => {
    const html = `<${parent}><${tag}><p>a</p></${tag}></${parent}>`;
    expect(read(html)).toBe(html);
  });

  it.each(['td', 'th'])('leaves a list in its %s', (tag) => {
    const html = `<table><tbody><tr><${tag}><ul><li>a</li></ul></${tag}></tr></tbody></table>`;
    expect(read(html)).toBe(html);
  });

  it.each([
    'applet',
    'audio',
    'button',
    'canvas',
    'datalist',
    'frameset',
    'head',
    'map',
    'math',
    'noembed',
    'noframes',
    'noscript',
    'object',
    'option',
    'plaintext',
    'select',
    'style',
    'svg',
    'template',
    'textarea',
    'title',
    'video',
    'xml',
    'xmp',
  ])('drops <%s> with its content', (tag) => {
    expect(read(`<p>a</p><${tag}>b</${tag}>`)).toBe('<p>a</p>');
  });

  it.each(['base', 'embed', 'frame', 'link', 'meta', 'param'])('drops <%s>, which has no content', (tag) => {
    expect(read(`<p>a<${tag} src="/x">b</p>`)).toBe('<p>ab</p>');
  });

  it.each(['address', 'article', 'aside', 'center', 'div', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section'])(
    'starts a paragraph in and after <%s>',
    (tag) => {
      expect(read(`a<${tag}>b</${tag}>c`)).toBe('<p>a</p><p>b</p><p>c</p>');
    },
  );

  it.each([
    ['<p lang="en-GB">a</p>', '<p lang=en-GB>a</p>'],
    ['<p lang="english">a</p>', '<p>a</p>'],
    ['<p lang="1en">a</p>', '<p>a</p>'],
    ['<p lang="en-GB!">a</p>', '<p>a</p>'],
    ['<p dir="ltr">a</p>', '<p dir=ltr>a</p>'],
    ['<p dir="rtl">a</p>', '<p dir=rtl>a</p>'],
    ['<p dir="auto">a</p>', '<p dir=auto>a</p>'],
    ['<p dir="up">a</p>', '<p>a</p>'],
    ['<time datetime="2026-11-30" lang="yo">a</time>', '<p><time dateTime=2026-11-30 lang=yo>a</time></p>'],
    ['<abbr title="Drug Free Naija" lang="en">a</abbr>', '<p><abbr title=Drug Free Naija lang=en>a</abbr></p>'],
    ['<b datetime="2026" title="a">a</b>', '<p><b>a</b></p>'],
    ['<ol start=" 99999 "><li>a</li></ol>', '<ol start=99999><li>a</li></ol>'],
    ['<ol start="1"><li>a</li></ol>', '<ol start=1><li>a</li></ol>'],
    ['<ol start="0"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<ol start="-1"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<ol start="1e3"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<ol start="100000"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<img src="http://other.example/x.jpg" width="20000" height="20001">', '<figure><img src=http://other.example/x.jpg alt= width=20000></img></figure>'],
    ['<img src="/x.jpg" alt=" " role="button">', '<figure><img src=/x.jpg alt= ></img></figure>'],
    ['<img src="/x.jpg" alt="a" role="presentation">', '<figure><img src=/x.jpg alt=a></img></figure>'],
    ['<img alt="a"><p>b</p>', '<p>b</p>'],
  ])('reads the attributes of %s', (html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it.each(['td', 'th'])('reads how many cells a %s covers', (tag) => {
    const cell = (attributes: string): string => `<table><tbody><tr><${tag}${attributes}>a</${tag}></tr></tbody></table>`;
    expect(read(cell(' colspan="50" rowspan="500" lang="yo"'))).toBe(cell(' colSpan=50 rowSpan=500 lang=yo'));
    expect(read(cell(' colspan="51" rowspan="501"'))).toBe(cell(''));
  });

  it.each([
    ['href="http://other.example/a"', 'http://other.example/a'],
    ['href="https://other.example/a"', 'https://other.example/a'],
    ['href="mailto:a@b.example"', 'mailto:a@b.example'],
    ['href="tel:+234801"', 'tel:+234801'],
    ['href=" #part "', '#part'],
  ])('keeps a link with %s', (attribute, href) => {
    expect(read(`<a ${attribute}>a</a>`)).toBe(`<p><a href=${href}>a</a></p>`);
  });

  it.each(['', 'href', 'href=" "', 'href="#"', 'href="http://["', 'href="ftp://other.example/a"'])('keeps the text alone of a link with %j', (attribute) => {
    expect(read(`<a ${attribute}>a</a>`)).toBe('<p>a</p>');
  });

  it.each([
    ['title=" Our film "', ' title=Our film'],
    ['title=" "', ''],
    ['', ''],
  ])('names a player with %j', (attribute, title) => {
    expect(read(`<iframe src="&nbsp;https://youtu.be/x " ${attribute}></iframe>`)).toBe(
      `<iframe src=https://www.youtube-nocookie.com/embed/x${title}></iframe>`,
    );
  });

  it("joins adjacent text, as browsers' parsers do", () => {
    expect(parseRichText('<p>a&amp;<span>b</span></p>', SITE_URL)).toEqual([{ tag: 'p', children: ['a&b'] }]);
  });

  it.each([
    ['<h3>a</h3><h1>b</h1>', '<h3>a</h3><h2>b</h2>'],
    ['<h1>a</h1><H2>b</H2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>', '<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5><h6>e</h6><h6>f</h6>'],
    ['<h1>a</h1><h2>b</h2>', '<h2>a</h2><h3>b</h3>'],
    ['<h3>a</h3><h5>b</h5><h3>c</h3>', '<h2>a</h2><h3>b</h3><h2>c</h2>'],
  ])("fits headings under the page's own: %s", (html, expected) => {
    expect(read(html)).toBe(expected);
  });

  it('turns URLs of this site into paths and leaves others unchanged', () => {
    const html =
      '<p><a href="https://site.example/team?a=1#b">1</a><a href="//other.example/x">2</a><a href="#part">3</a><a href="mailto:a@b.example">4</a></p>';
    expect(read(html)).toBe('<p><a href=/team?a=1#b>1</a><a href=https://other.example/x>2</a><a href=#part>3</a><a href=mailto:a@b.example>4</a></p>');
  });

  it.each(['<blockquote>', '<ul>'])('survives ten thousand nested elements: %s', (start) => {
    const nodes = parseRichText(`<blockquote>${start.repeat(10_000)}deep`, SITE_URL);
    expect(plainText(nodes)).toBe('deep');
  });

  it('has at most forty levels, including the paragraph', () => {
    expect(read(`${'<em>'.repeat(50)}a`).match(/<em>/g)).toHaveLength(39);
  });
});

describe('plainText', () => {
  it('separates blocks but not inline elements', () => {
    const nodes = parseRichText('<h2>One</h2><p>t<b>wo</b><br>three</p><ul><li>four</li></ul>', SITE_URL);
    expect(plainText(nodes)).toBe('One two three four');
  });
});
