/** Whether a text has only letters, digits and punctuation of European languages, each of which is one visible character. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/.test(text);

/** Created on first use, because creating it takes longer than processing most texts. */
let segmenter: Intl.Segmenter | undefined;

/** Cuts a text to `limit` characters as a reader counts them, and adds "…" only if something was cut (NEWS-09, EVT-05, X-09). */
export const excerpt = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  // The next character may be a combining mark that belongs to the last character.
  if (isPlain(text.slice(0, limit + 1))) return `${text.slice(0, limit).trimEnd()}…`;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  // Segments are found lazily, so only the beginning of a long text is processed.
  for (const { index } of segmenter.segment(text)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
};
