import { parseRichText } from '@site/shared/domain/parse-rich-text';
import type { RichTextNode } from '@site/shared/domain/rich-text';
import { HOSTILE_FRAGMENTS } from '@site/shared/testing/hostile-fragments';
import { SAMPLE_RICH_TEXT } from '@site/shared/testing/sample-rich-text';
import { sanitiseHtml } from './sanitise-html.ts';

const SITE_URL = 'https://site.example';
const VOID_ELEMENTS = new Set(['br', 'hr', 'img']);
const NAMES: Readonly<Record<string, string>> = { colSpan: 'colspan', rowSpan: 'rowspan', dateTime: 'datetime' };

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns sanitised text as the browser would serialise it. */
const write = (nodes: readonly RichTextNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node);
      const attributes = Object.entries(node.attributes ?? {}).map(([name, value]) => ` ${NAMES[name] ?? name}="${escapeText(String(value))}"`);
      const start = `<${node.tag}${attributes.join('')}>`;
      return VOID_ELEMENTS.has(node.tag) ? start : `${start}${write(node.children)}</${node.tag}>`;
    })
    .join('');

const addresses = (nodes: readonly RichTextNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...[node.attributes?.href, node.attributes?.src].filter((address) => address !== undefined), ...addresses(node.children)],
  );

describe('rich text, stored and rendered', () => {
  it('PROG-01 covers more than 300 ways to run a script and 50 valid documents', () => {
    expect(new Set(HOSTILE_FRAGMENTS).size).toBeGreaterThanOrEqual(300);
    expect(new Set(SAMPLE_RICH_TEXT).size).toBeGreaterThanOrEqual(50);
  });

  it.each(SAMPLE_RICH_TEXT)('POST-02 PROG-01 preserves all of %s', (html) => {
    expect(write(parseRichText(sanitiseHtml(html), SITE_URL))).toBe(html);
  });

  it.each(HOSTILE_FRAGMENTS.map((html, number) => [number, html.slice(0, 120), html] as const))(
    'PROG-01 removes everything executable from fragment %i: %s',
    (_number, _start, html) => {
      const storedHtml = sanitiseHtml(html);
      // A second pass may still change the nesting, but the results of both passes must be safe.
      for (const sanitisedHtml of [storedHtml, sanitiseHtml(storedHtml)]) {
        const htmlWithoutValues = sanitisedHtml.replaceAll(/"[^"]*"/g, '""');
        expect(htmlWithoutValues).not.toMatch(/<[^>]*\s(?:on\w+|style|id|name|class|srcset|srcdoc|formaction|ping)\s*=/i);
        expect(htmlWithoutValues).not.toMatch(
          /<\/?(?:script|style|svg|math|template|object|embed|form|input|button|base|meta|link|textarea|select|noscript)\b/i,
        );
      }
      // The rendered text contains only safe URLs, even if the source was not sanitised.
      for (const source of [storedHtml, html]) {
        for (const address of addresses(parseRichText(source, SITE_URL))) expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/);
      }
    },
  );
});
