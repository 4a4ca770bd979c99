import { collapseSpaces } from './collapse-spaces.ts';

/** `&amp;` is replaced last, because the resulting ampersand is text. A separate replacement for each entity is five times as fast as a replacer function. */
const ENTITIES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&apos;', "'"],
  ['&nbsp;', ' '],
  ['&amp;', '&'],
] as const;

/** Whether a text is HTML rather than plain text. */
export const isMarkup = (text: string): boolean => /<[a-z][^>]*>/i.test(text);

/** Removes the markup of HTML, for cards. React escapes the remaining text, so no parser is needed. */
export const stripMarkup = (text: string): string => {
  if (!isMarkup(text)) return collapseSpaces(text);
  const withoutTags = text
    .replace(/<(script|style|template|svg|iframe)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, ' ');
  return collapseSpaces(ENTITIES.reduce((plain, [entity, character]) => plain.replaceAll(entity, character), withoutTags));
};
