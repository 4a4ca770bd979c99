import { Parser } from 'htmlparser2';
import { safeAttributes } from './rich-text-attributes.ts';
import type { RichTextNode, RichTextTag } from './rich-text-node.ts';
import { RICH_TEXT_TAGS } from './rich-text-tags.ts';
import { RichTextTree } from './rich-text-tree.ts';

/** Left out with everything inside; of an allowed `iframe` the inside alone. */
const DROPPED = new Set([
  'applet',
  'audio',
  'base',
  'button',
  'canvas',
  'datalist',
  'embed',
  'frame',
  'frameset',
  'head',
  'iframe',
  'link',
  'map',
  'math',
  'meta',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'param',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xml',
  'xmp',
]);
/** Dropped elements that never have an end tag: nothing after them belongs to them. */
const DROPPED_VOID = new Set(['base', 'embed', 'frame', 'link', 'meta', 'param']);
/** Boxes without meaning of their own: their text starts a new paragraph. */
const BREAKING = new Set(['address', 'article', 'aside', 'center', 'div', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section']);

const KNOWN: ReadonlySet<string> = new Set(RICH_TEXT_TAGS);
const isKnown = (name: string): name is RichTextTag => KNOWN.has(name);

const HEADING = /^h[1-6]$/;

/** Headings by the rank that they have among those used, the highest under the page's own: no level is skipped, and the page keeps its one h1. */
const fitHeadings = (used: readonly string[]): ReadonlyMap<string, RichTextTag> => {
  const ranks: readonly RichTextTag[] = ['h2', 'h3', 'h4', 'h5', 'h6'];
  const sorted = [...new Set(used)].sort();
  return new Map(sorted.map((name, index) => [name, ranks[Math.min(index, ranks.length - 1)] ?? 'h6']));
};

const usedHeadings = (html: string): string[] => Array.from(html.matchAll(/<(h[1-6])\b/gi), (match) => (match[1] ?? '').toLowerCase());

/**
 * Reads editors' HTML into data by an allow-list, on the server and in the browser alike.
 * Whatever it is given, it returns a tree that the browser's own parser would leave as it is, so that hydration finds what the server wrote.
 */
export const parseRichText = (html: string, siteUrl: string): readonly RichTextNode[] => {
  const tree = new RichTextTree();
  const headings = fitHeadings(usedHeadings(html));
  let dropped: string | undefined;
  let droppedDepth = 0;

  const parser = new Parser({
    onopentag(name, source) {
      if (dropped !== undefined) {
        if (name === dropped) droppedDepth += 1;
        return;
      }
      if (DROPPED.has(name)) {
        const player = name === 'iframe' ? safeAttributes(name, source, siteUrl) : undefined;
        if (player !== undefined) tree.open('iframe', player, name);
        if (!DROPPED_VOID.has(name)) {
          dropped = name;
          droppedDepth = 1;
        }
        return;
      }
      if (BREAKING.has(name)) {
        tree.breakParagraph();
        return;
      }
      const tag = HEADING.test(name) ? headings.get(name) : name;
      if (tag === undefined || !isKnown(tag)) return;
      const attributes = safeAttributes(tag, source, siteUrl);
      if (attributes !== undefined) tree.open(tag, attributes, name);
    },
    ontext(text) {
      if (dropped === undefined) tree.text(text);
    },
    onclosetag(name) {
      if (dropped !== undefined) {
        if (name === dropped) droppedDepth -= 1;
        if (droppedDepth === 0) dropped = undefined;
        return;
      }
      if (BREAKING.has(name)) tree.breakParagraph();
      else tree.close(name);
    },
  });
  parser.end(html);
  return tree.finish();
};
