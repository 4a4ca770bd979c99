/** @jest-environment node */
import { LIMITS } from '@site/shared/domain/limits';
import { SEED } from '@site/shared/testing/random';
import * as fc from 'fast-check';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { checkAreaHtml, checkPreloads } from './area-html.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const isElement = (node: Node): node is Element => 'tagName' in node;
const getElements = (node: Node): Element[] => ('childNodes' in node ? node.childNodes.filter(isElement) : []);
const getDescendants = (node: Node): Element[] => getElements(node).flatMap((child) => [child, ...getDescendants(child)]);
const getName = (element: Element | undefined): string =>
  element === undefined ? '' : `${element.tagName}#${element.attrs.find(({ name }) => name === 'id')?.value ?? ''}`;

const FORBIDDEN = new Set([
  'script',
  'style',
  'base',
  'meta',
  'link',
  'template',
  'object',
  'embed',
  'noscript',
  'html',
  'head',
  'body',
  'frameset',
  'main',
  'plaintext',
]);

/** Returns what the area breaks when a browser parses the page, or undefined if the area stays inside `<main>` and contains nothing forbidden. */
const findEscape = (area: string, scriptingEnabled: boolean): string | undefined => {
  const html = `<!doctype html><html><head><title>x</title></head><body><div id="site"><header id="header"></header><main id="main"><!--$-->${area}<!--/$--></main><footer id="footer"><a id="link" href="/">a</a></footer></div><script id="page-data">{}</script></body></html>`;
  const document = parse(html, { scriptingEnabled });
  const [root] = getElements(document);
  const [head, body] = root === undefined ? [] : getElements(root);
  const [site, data, ...others] = body === undefined ? [] : getElements(body);
  const [header, main, footer, ...more] = site === undefined ? [] : getElements(site);
  const shape = [head, body, site, data, header, main, footer].map(getName).join(' ');
  if (shape !== 'head# body# div#site script#page-data header#header main#main footer#footer') return shape;
  if (others.length + more.length > 0) return 'elements beside the shell';
  if (head === undefined || getElements(head).length !== 1 || body?.attrs.length !== 0) return 'the head or the body changed';
  if (footer === undefined || getElements(footer).map(getName).join() !== 'a#link' || main === undefined || main.attrs.length !== 1)
    return 'the footer changed';
  const bad = getDescendants(main).find(
    ({ tagName, attrs }) => FORBIDDEN.has(tagName) || attrs.some(({ name, value }) => /^on|^srcdoc$/.test(name) || /^\s*javascript:/i.test(value)),
  );
  return bad?.tagName;
};

/** Returns the tree that a browser's parser builds, as text: elements with their attributes, comments, and the positions of text. */
const toOutline = (node: Node): string => {
  if (node.nodeName === '#comment') return '!';
  if (node.nodeName === '#text') return 't';
  const content = 'childNodes' in node ? node.childNodes.map(toOutline).join('') : '';
  if (!isElement(node)) return content;
  return `<${node.tagName} ${node.attrs.map(({ name, value }) => `${name.toLowerCase()}:${value}`).join(' ')}>${content}</>`;
};
const toParsedOutline = (area: string): string => toOutline(parse(`<!doctype html><body><main>${area}</main>`));

/**
 * Returns the same outline from the tags as they are written, which is the tree that the check accepts. Attributes must be written as in the generators below.
 */
const toWrittenOutline = (area: string): string =>
  [...`<html><head></head><body><main>${area}</main></body></html>`.matchAll(/<!--.*?-->|<(\/?)([a-zA-Z0-9]+)([^>]*)>|[^<]+/g)]
    .map(([token, slash, name = '', attributes = '']) => {
      if (token.startsWith('<!--')) return '!';
      if (slash === '/') return '</>';
      if (slash === undefined) return 't';
      const written = [...attributes.matchAll(/([a-z]+)(?:=(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r>]*)))?/g)].map(
        ([, attribute, ...values]) => `${attribute}:${(values.find((value) => value !== undefined) ?? '').replace('&lt;', '<')}`,
      );
      return `<${name} ${written.join(' ')}>${/^(?:br|hr|img|input|col)$/.test(name) ? '</>' : ''}`;
    })
    .join('');

describe('checkAreaHtml', () => {
  it.each([
    '<section class="a" style="--x:1"><h1>Title &amp; more</h1><p>One<!-- --> two<br/><img src="/img/a.webp" alt="" srcSet="/a 1x, /b 2x" fetchPriority="high"/></p></section>',
    '<!--$--><ul><li><a href="https://elsewhere.test/?a=1&amp;b=2" target="_blank" rel="noopener">out</a></li></ul><!--/$-->',
    '<form action="" method="post"><label for="n">Name</label><input id="n" name="name" required=""/><select name="c"><option value="1" selected="">One</option></select><textarea name="m">a &lt;b&gt;</textarea><button type="submit">Send</button></form>',
    '<svg viewBox="0 0 1 1" aria-hidden="true"><defs><linearGradient id="g"><stop offset="0"></stop></linearGradient></defs><path d="M0 0"></path><use href="#g"></use></svg>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    '<iframe src="https://video.test/embed/1" title="Film" allowFullScreen="" loading="lazy"></iframe><a href="mailto:a@b.test">m</a><a href="tel:+1">t</a><a href="?page=2">n</a>',
    '<dl><dt>a</dt><dd>b</dd><div><dt>c</dt><dd><ul><li>d</li></ul></dd></div></dl><ruby>a<rp>(</rp><rt>b</rt></ruby>',
    '',
  ])('REL-01 accepts what pages are made of: %s', (html) => {
    expect(checkAreaHtml(html)).toBeUndefined();
    expect([findEscape(html, true), findEscape(html, false)]).toEqual([undefined, undefined]);
  });

  it.each([
    '<script>1</script>',
    '<SCRIPT>1</SCRIPT>',
    '<style>*{}</style>',
    '<base href="/x"/>',
    '<meta http-equiv="refresh" content="0"/>',
    '<link rel="stylesheet" href="/x.css"/>',
    '</main><p>outside</p>',
    '</div></div>',
    '<div>',
    '<div></p></div>',
    '<p><div></div></p>',
    '<p><table></table></p>',
    '<a><a></a></a>',
    '<b><p></b></p>',
    '<select><div></div></select>',
    '<tr></tr>',
    '<table><div></div></table>',
    '<table>text</table>',
    '<table>></table>',
    '<select>></select>',
    '<template></template>',
    '<noscript></noscript>',
    '<object data="/x"></object>',
    '<plaintext>',
    '<body class="x">',
    '<!-- a comment -->',
    '<!--',
    '<!--/$-->',
    '<div><!--$--></div><!--/$-->',
    '<img onerror="1"/>',
    '<div onclick=1></div>',
    '<a href="javascript:1">x</a>',
    '<a href="java&#115;cript:1">x</a>',
    '<a href="&#x6a;avascript:1">x</a>',
    '<a href=" javascript:1">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<form action="javascript:1"></form>',
    '<button formaction="javascript:1"></button>',
    '<iframe srcdoc="x"></iframe>',
    '<iframe><p></p></iframe>',
    '<img name="currentScript"/>',
    '<form name="getElementById"></form>',
    '<p id="page-data"></p>',
    '<p id="main"></p>',
    '<svg><foreignObject><p></p></foreignObject></svg>',
    '<svg><script>1</script></svg>',
    '<svg><style>*{}</style></svg>',
    '<svg><p></p></svg>',
    '<svg><a href="javascript:1"></a></svg>',
    '<math><mtext></mtext></math>',
    '<div/>',
    '<div a="1"b="2"></div>',
    '<div title="<"></div>',
    '<textarea></textarea </main>',
    '<x-element></x-element>',
    '<dialog><dialog></dialog></dialog>',
    '<div class=x\u00a0onclick=1></div>',
    '<div\u00a0class="x"></div>',
    '<div\u000bclass="x"></div>',
    '<img\ufeffalt=""/>',
    '<table>\u00a0</table>',
    '<ul><li><div><li></li></div></li></ul>',
    '<div><li></li></div>',
    '<dl><dd><div><dt></dt></div></dd></dl>',
    '<dl><div><div><dt></dt></div></div></dl>',
    '<dt></dt>',
    '<h1><h2></h2></h1>',
    '<h2><a><h3></h3></a></h2>',
    '<rt></rt>',
    '<ruby><rt><rp></rp></rt></ruby>',
    '<p id="page&#45;data"></p>',
    '<p id=page&#x2d;data></p>',
    '\0',
  ])('REL-01 rejects %s', (html) => {
    expect(checkAreaHtml(html)).toEqual(expect.any(String));
    expect(checkAreaHtml(`<section>${html}</section>`)).toEqual(expect.any(String));
  });

  const NAMES =
    'a b br button col colgroup caption dd details div dl dt em fieldset form h1 h2 hr i iframe img input label li main menu meta ol optgroup option p path pre rp rt ruby script section select span summary style svg table tbody td template text textarea th title tr ul use video'.split(
      ' ',
    );
  const name = fc.constantFrom(...NAMES);
  const attribute = fc.constantFrom(
    '',
    ' class="x"',
    ' id="main"',
    ' id="y"',
    ' href="/x"',
    ' href="javascript:1"',
    ' onclick="x"',
    " title='a'",
    ' hidden',
    ' value="&lt;"',
    ' name="n"',
    '\nclass=x',
    ' class=x\u00a0hidden',
    '\u00a0hidden',
    '\u000bhidden',
    ' id="a&#45;b"',
  );
  const text = fc.constantFrom('text', ' ', '\u00a0', '&lt;', '>', '<', '<!--$-->', '<!--/$-->', '<!-- -->', '</main>', '</div>');
  const { tree } = fc.letrec<{ tree: string; element: string }>((tie) => ({
    tree: fc.array(fc.oneof({ maxDepth: 5, depthIdentifier: 'area' }, text, tie('element'), tie('element')), { maxLength: 4 }).map((parts) => parts.join('')),
    element: fc
      .tuple(name, attribute, tie('tree'))
      .map(([tag, attributes, content]) =>
        /^(?:br|hr|img|input|col|meta)$/.test(tag) ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${content}</${tag}>`,
      ),
  }));
  const fragments = fc
    .array(
      fc.oneof(
        name.map((tag) => `<${tag}>`),
        name.map((tag) => `</${tag}>`),
        text,
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

  it('REL-01 rejects all HTML that a browser would place outside the area or run', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(tree, fragments), fc.boolean(), (html, scripting) => {
        if (checkAreaHtml(html) !== undefined) return;
        accepted += 1;
        expect([html, findEscape(html, scripting)]).toEqual([html, undefined]);
        expect(toParsedOutline(html)).toBe(toWrittenOutline(html));
      }),
      { numRuns: 5000, seed: SEED },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('REL-01 rejects nesting that is slow to check or that a browser truncates', () => {
    const nest = (depth: number) => '<div>'.repeat(depth) + '</div>'.repeat(depth);
    expect(checkAreaHtml(nest(100))).toBeUndefined();
    expect(checkAreaHtml(nest(101))).toContain('nested more than 100 deep');
    expect(checkAreaHtml('<svg>'.repeat(60_000))).toContain('nested more than 100 deep');
  });

  it('REL-01 rejects a page with so many tags that it would slow down the host', () => {
    const maxTokens = LIMITS.htmlTokens;
    expect(checkAreaHtml('<hr/>'.repeat(maxTokens))).toBeUndefined();
    for (const html of ['<hr/>'.repeat(maxTokens + 1), '>'.repeat(maxTokens + 1), '<ul></ul>'.repeat(maxTokens)])
      expect(checkAreaHtml(html)).toContain(`more than ${maxTokens} tags`);
  });
});

describe('checkPreloads', () => {
  it('REL-01 accepts hints for images only', () => {
    expect(checkPreloads('')).toBeUndefined();
    expect(
      checkPreloads('<link rel="preload" as="image" href="/a.jpg" imageSrcSet="/a 1x" fetchPriority="high"/><link rel="preload" as="image" href="/b.jpg"/>'),
    ).toBeUndefined();
    for (const hint of [
      '<link rel="stylesheet" href="/a.css"/>',
      '<script src="/a.js" async=""></script>',
      '<link rel="preload" as="script" href="/a.js"/>',
      'text',
    ])
      expect(checkPreloads(hint)).toEqual(expect.any(String));
  });
});
