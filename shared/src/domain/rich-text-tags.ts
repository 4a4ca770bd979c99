/** Elements that may be siblings of paragraphs; an `aside` is a help box (help-box.ts). */
export const BLOCK_TAGS = [
  'aside',
  'blockquote',
  'dl',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'iframe',
  'img',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
] as const;

/** Elements that exist only inside certain blocks: items, cells, captions. */
export const PART_TAGS = ['caption', 'dd', 'dt', 'figcaption', 'li', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'] as const;

/** Inline elements. */
export const INLINE_TAGS = [
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
] as const;

/**
 * Elements that editors' text may contain. An `iframe` is a player from an allowed site (embed.ts). Other elements are dropped, with or without their content
 * (parse-rich-text.ts).
 */
export const RICH_TEXT_TAGS = [...BLOCK_TAGS, ...PART_TAGS, ...INLINE_TAGS, 'br'] as const;
