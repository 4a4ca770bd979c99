import { collapseSpaces } from './collapse-spaces.ts';

/** `&amp;` is replaced last, because the resulting ampersand is text. One replacement per entity takes a fifth of the time of a replacer function. */
const ENTITIES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&apos;', "'"],
  ['&nbsp;', ' '],
  ['&amp;', '&'],
] as const;

/** Whether a text, which may be plain text or HTML, is HTML. */
export const isMarkup = (text: string): boolean => /<[a-z][^>]*>/i.test(text);

/** Removes the markup of HTML, for cards. React escapes the remaining text, so no parser is needed. */
export const stripMarkup = (text: string): string => {
  if (!isMarkup(text)) return collapseSpaces(text);
  const stripped = text
    .replace(/<(script|style|template|svg|iframe)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, ' ');
  return collapseSpaces(ENTITIES.reduce((plain, [entity, character]) => plain.replaceAll(entity, character), stripped));
};
