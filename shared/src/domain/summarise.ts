import { excerpt } from './excerpt.ts';

/** Cuts a text to at most `limit` characters like `excerpt`, but between two words if there is a space. */
export const summarise = (text: string, limit: number): string => {
  const cut = excerpt(text, limit);
  // Everything before the ellipsis is the beginning of the text.
  const isInsideWord = cut !== text && !text.startsWith(' ', cut.length - 1);
  const lastSpace = isInsideWord ? cut.lastIndexOf(' ') : -1;
  return lastSpace === -1 ? cut : `${cut.slice(0, lastSpace).trimEnd()}…`;
};
