/** Cuts to `limit` characters as a reader counts them and adds "…" only when something was cut (NEWS-09, EVT-05, X-09). */
export const excerpt = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  let count = 0;
  // Segments are found one after the other: a long text costs no more than its beginning.
  for (const { index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
};
