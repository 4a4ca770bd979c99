import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { hasPastedText, readPastedHtml } from './pasted-html.ts';
import { toDocument, toHtml } from './rich-text-document.ts';

const SITE = 'https://bettertomorrow.example';
const paste = (html: string): string => toHtml(toDocument(parseRichText(readPastedHtml(html, SITE).html, SITE)));

/** Clipboard HTML from Google Docs, shortened. */
const GOOGLE_DOCS_HTML = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:700;font-style:normal;">A heading</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;">Plain, </span><span style="font-weight:700;font-style:normal;text-decoration:none;">bold</span><span style="font-weight:400;">, </span><span style="font-weight:400;font-style:italic;">italic</span><span style="font-weight:700;font-style:italic;"> both</span><span style="text-decoration:line-through;"> gone</span> <a href="https://example.org/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">a link</span></a></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;">within</span></p></li></ul></ul></b>`;

/** Creates a list item in Word's format. */
const item = (level: number, marker: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;
const WORD_HTML = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-GB><!--StartFragment--><p class=MsoNormal><b>Bold</b> and <i>italic</i><o:p></o:p></p>
${item(1, '·', 'First')}${item(2, 'o', 'Deeper')}${item(1, '·', 'Second')}<p class=MsoNormal>Then<o:p></o:p></p>${item(1, '1.', 'Step')}${item(1, '2.', 'Next')}<!--EndFragment--></body></html>`;

describe('readPastedHtml', () => {
  it('STAFF-25 keeps bold, italic and nested lists from Google Docs', () => {
    expect(paste(GOOGLE_DOCS_HTML)).toBe(
      '<h2>A heading</h2><p>Plain, <strong>bold</strong>, <em>italic</em><strong><em> both</em></strong><s> gone</s> <a href="https://example.org/">a link</a></p><ul><li>one<ul><li><strong>within</strong></li></ul></li></ul>',
    );
  });

  it('STAFF-25 converts bulleted and numbered paragraphs from Word to lists', () => {
    expect(paste(WORD_HTML)).toBe(
      '<p><strong>Bold</strong> and <em>italic</em></p><ul><li>First<ul><li>Deeper</li></ul></li><li>Second</li></ul><p>Then</p><ol><li>Step</li><li>Next</li></ol>',
    );
  });

  it.each([
    ['<p>• one</p><p>•&nbsp; <b>two</b></p><p>three</p>', '<ul><li>one</li><li><strong>two</strong></li></ul><p>three</p>'],
    ['<p><b style="font-weight:400">a</b><i style="font-style:normal">b</i></p>', '<p>ab</p>'],
    ['<p title="a &quot;b&quot; &lt;c&gt;">1 &lt; 2 &amp; 3</p>', '<p>1 &lt; 2 &amp; 3</p>'],
    ['<p onclick="x()">safe<script>x()</script><img src="x" onerror="x()"></p>', '<p>safe</p>'],
  ])('converts %s', (html, expected) => {
    expect(paste(html)).toBe(expected);
  });
});

describe('images in pasted text', () => {
  const before = '<p>Before</p>';

  it.each([
    ['a local file from Word', `${before}<p><![if !vml]><img width=10 src="file:///C:/Users/a/image001.png" v:shapes="x"><![endif]></p>`],
    ['a hosted file from Google Docs', `${before}<p><span><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="10" height="10"></span></p>`],
    ['a data URL', `${before}<img src="data:image/png;base64,iVBORw0KGgo=">`],
    ['another server with our paths', `${before}<img src="https://other.example/img/upload/v1/a.jpg">`],
    ['another server, without a scheme', `${before}<img src="//other.example/img/upload/v1/a.jpg">`],
    ['a path on this site that is not an image', `${before}<img src="/api/auth/logout">`],
  ])('STAFF-25 are removed and counted: %s', (_name, html) => {
    expect(readPastedHtml(html, SITE).removedImageCount).toBe(1);
    expect(paste(html)).toBe(before);
  });

  it.each(['/img/upload/v1/a.jpg', `${SITE}/img/upload/v1/a.jpg`])('STAFF-25 are kept if they are stored on the site: %s', (src) => {
    const html = `<p>a</p><figure><img src="${src}" alt="A hall"></figure>`;
    expect(readPastedHtml(html, SITE).removedImageCount).toBe(0);
    expect(paste(html)).toContain('<img src="/img/upload/v1/a.jpg" alt="A hall" />');
  });
});

describe('links in pasted text', () => {
  it.each([
    ['https://www.google.com/url?q=https://example.org/a%3Fb%3D1&sa=D&source=editors&usg=x', 'https://example.org/a?b=1'],
    ['https://google.com/url?url=https://example.org/&sa=t', 'https://example.org/'],
    ['https://www.google.com.ng/url?q=mailto:hello@example.org', 'mailto:hello@example.org'],
    ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
    ['https://www.google.com/search?q=https://example.org/', 'https://www.google.com/search?q=https://example.org/'],
    ['https://google.com.evil.example/url?q=https://example.org/', 'https://google.com.evil.example/url?q=https://example.org/'],
  ])('STAFF-25 with the URL %s link to %s', (href, expected) => {
    expect(paste(`<p><a href="${href.replaceAll('&', '&amp;')}">a link</a></p>`)).toBe(`<p><a href="${expected}">a link</a></p>`);
  });
});

describe('hasPastedText', () => {
  it.each([
    ['<img src="https://pictures.example/a.jpg">', false],
    ['<html><body>\n<!--StartFragment--><img src="a.jpg"><!--EndFragment--></body></html>', false],
    ['<style>p {}</style><table><tr><td>1</td></tr></table>', true],
  ])('returns for %s: %s', (html, expected) => {
    expect(hasPastedText(html)).toBe(expected);
  });
});
