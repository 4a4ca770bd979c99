import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { plainText, type RichTextElement, type RichTextNode } from '@site/shared/domain/rich-text';
import type { EditorField, Values } from './editor-config.ts';
import { EMPTY_LINK_TEXTS, WORDINGS } from './wording-content.ts';

/** Position in a text: the nth image, heading, link, player or table, or the nth occurrence of a phrase, counted from 0. */
export type TextPlace =
  | { readonly kind: 'image' | 'heading' | 'link' | 'embed' | 'table'; readonly index: number; readonly words?: never }
  | { readonly kind: 'words'; readonly index: number; readonly words: string };

export interface Check {
  readonly rule: 'alt-text' | 'heading-order' | 'link-text' | 'embed-name' | 'table-header' | 'wording';
  /** `required` problems must be fixed before the document can become public. */
  readonly level: 'required' | 'advice';
  /** Name of the field with the problem. */
  readonly field: string;
  readonly message: string;
  readonly place: TextPlace;
}

type Finding = Omit<Check, 'field'>;

const REPLACEMENTS: ReadonlyMap<string, string> = new Map(WORDINGS.flatMap(({ words, replacement }) => words.map((word) => [word, replacement] as const)));

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Matches whole words. Older phones do not support lookbehind, so the first group captures the preceding character and the second group the word. */
const createWordsPattern = (words: readonly string[]): RegExp =>
  new RegExp(`(^|[^\\p{L}\\p{N}-])(${words.map(escapePattern).join('|')})(?![\\p{L}\\p{N}-])`, 'giu');

// Longest phrases first, so that "recovering addict" is not matched as "addict".
const WORDING_PATTERN = createWordsPattern([...REPLACEMENTS.keys()].sort((first, second) => second.length - first.length));

/** Returns the offsets in a text at which `words` occurs as whole words, in ascending order. */
export const findWords = (text: string, words: string): number[] =>
  Array.from(text.matchAll(createWordsPattern([words])), ({ index, 1: before = '' }) => index + before.length);

const findWording = (texts: readonly string[]): Finding[] => {
  const counts = new Map<string, number>();
  return texts.flatMap((text) =>
    Array.from(text.matchAll(WORDING_PATTERN), ({ 2: found = '' }): Finding => {
      const words = found.toLowerCase();
      // Count like `findWords`, which searches for a single phrase and also finds "addict" within "drug addict".
      for (const phrase of REPLACEMENTS.keys()) if (findWords(words, phrase).length > 0) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      return {
        rule: 'wording',
        level: 'advice',
        message: `Instead of “${found}”, write “${REPLACEMENTS.get(words)}”`,
        place: { kind: 'words', words, index: (counts.get(words) ?? 1) - 1 },
      };
    }),
  );
};

const isElement = (node: RichTextNode): node is RichTextElement => typeof node !== 'string';

/** Returns all elements in document order. */
const getElements = (nodes: readonly RichTextNode[]): RichTextElement[] =>
  nodes.filter(isElement).flatMap((element) => [element, ...getElements(element.children)]);

const HEADING = /^h[2-6]$/;
const HEADING_TAG_LENGTH = 1;
/** Level of the page's title, which precedes the text. */
const TITLE_LEVEL = 1;

const checkImages = (elements: readonly RichTextElement[]): Finding[] =>
  elements
    .filter(({ tag }) => tag === 'img')
    .flatMap(({ attributes: { alt = '', role } = {} }, index): Finding[] => {
      const place = { kind: 'image', index } as const;
      if (alt.trim() === '' && role === undefined)
        return [{ rule: 'alt-text', level: 'required', message: `Add alt text to photo ${index + 1}, or mark it as decorative`, place }];
      return findWording([alt]).map((finding) => ({ ...finding, message: `Alt text of photo ${index + 1}: ${finding.message}`, place }));
    });

const checkHeadings = (elements: readonly RichTextElement[]): Finding[] => {
  let before = TITLE_LEVEL;
  return elements
    .filter(({ tag }) => HEADING.test(tag))
    .flatMap((heading, index): Finding[] => {
      const level = Number(heading.tag.slice(HEADING_TAG_LENGTH));
      const skipsLevel = level > before + 1;
      const expected = before + 1;
      before = level;
      if (!skipsLevel) return [];
      const message = `The heading “${plainText([heading])}” skips a level: make it a heading H${expected}`;
      return [{ rule: 'heading-order', level: 'advice', message, place: { kind: 'heading', index } }];
    });
};

const checkLinks = (elements: readonly RichTextElement[]): Finding[] =>
  elements
    .filter(({ tag }) => tag === 'a')
    .flatMap((link, index): Finding[] => {
      const text = plainText([link]).trim();
      const normalisedText = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      const isUrl = /^(?:https?:\/\/|www\.)/i.test(text);
      if (!EMPTY_LINK_TEXTS.has(normalisedText) && !isUrl) return [];
      const message = isUrl ? `Use the name of the page as the link text instead of “${text}”` : `The link text “${text}” does not describe its destination`;
      return [{ rule: 'link-text', level: 'advice', message, place: { kind: 'link', index } }];
    });

const checkEmbeds = (elements: readonly RichTextElement[]): Finding[] =>
  elements
    .filter(({ tag }) => tag === 'iframe')
    .flatMap(({ attributes: { title = '' } = {} }, index): Finding[] =>
      title === ''
        ? [
            {
              rule: 'embed-name',
              level: 'advice',
              message: `Give video or recording ${index + 1} a title. Visitors see it before they press play.`,
              place: { kind: 'embed', index },
            },
          ]
        : [],
    );

const checkTables = (elements: readonly RichTextElement[]): Finding[] =>
  elements
    .filter(({ tag }) => tag === 'table')
    .flatMap((table, index): Finding[] =>
      getElements(table.children).some(({ tag }) => tag === 'th')
        ? []
        : [
            {
              rule: 'table-header',
              level: 'advice',
              message: `Table ${index + 1} has no header row. Add a header row so that screen readers can name the columns.`,
              place: { kind: 'table', index },
            },
          ],
    );

const BLOCK_SEPARATOR = '\n';

const checkText = (html: string): Finding[] => {
  // The site's URL is omitted, because this check treats links to the site like any other link.
  const nodes = parseRichText(html, '');
  const elements = getElements(nodes);
  const blocks = nodes.map((node) => plainText([node])).join(BLOCK_SEPARATOR);
  return [
    ...checkImages(elements),
    ...checkHeadings(elements),
    ...checkLinks(elements),
    ...checkEmbeds(elements),
    ...checkTables(elements),
    ...findWording([blocks]),
  ];
};

/** Fields that contain no prose. */
const NON_PROSE_FIELDS: ReadonlySet<string> = new Set([
  'slug',
  'date',
  'time',
  'endDate',
  'endTime',
  'registrationLink',
  'eventStatus',
  'attendanceMode',
  'consentBy',
  'consentOn',
]);

/**
 * Finds possible improvements in a document, in field order: images without alt text, skipped heading levels, links and players without a name, tables without
 * headers, and words that are not person-first. Takes a few milliseconds for 5,000 words.
 */
export const checkDocument = (fields: readonly EditorField[], values: Values): readonly Check[] =>
  fields.flatMap(({ name, isRichText }) => {
    const text = values[name] ?? '';
    if (text === '' || NON_PROSE_FIELDS.has(name)) return [];
    return (isRichText ? checkText(text) : findWording([text])).map((finding) => ({ ...finding, field: name }));
  });
