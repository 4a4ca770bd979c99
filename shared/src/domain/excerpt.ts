/** Cuts to `limit` characters as a reader counts them and adds "…" only when something was cut (NEWS-09, EVT-05, X-09). */
export const excerpt = (text: string, limit: number): string => {
  const characters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (part) => part.segment);
  if (characters.length <= limit) return text;
  return `${characters.slice(0, limit).join('').trimEnd()}…`;
};
