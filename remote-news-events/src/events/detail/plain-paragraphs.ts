import type { RichTextNode } from '@site/shared/domain/rich-text';

const withBreaks = (paragraph: string): RichTextNode[] =>
  paragraph.split('\n').flatMap((line, index): RichTextNode[] => (index === 0 ? [line.trim()] : [{ tag: 'br', children: [] }, line.trim()]));

/** Plain text as rich text: empty lines part paragraphs, other line ends stay. */
export const plainParagraphs = (text: string): readonly RichTextNode[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ tag: 'p', children: withBreaks(paragraph.trim()) }));
