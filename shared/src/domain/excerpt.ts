/** Letters, digits and punctuation of European languages, each of which is one character for a reader. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/.test(text);

/** Created when it is needed: that takes longer than most texts. */
let segmenter: Intl.Segmenter | undefined;

/** A letter and its marks: what Firefox before 125, which has no segmenter, takes for one character. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

const split = (text: string): Iterable<{ readonly index: number }> => {
  if (!('Segmenter' in Intl)) return text.matchAll(CHARACTER);
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
};

/** Cuts to `limit` characters as a reader counts them and adds "…" only when something was cut (NEWS-09, EVT-05, X-09). */
export const excerpt = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  // The one after the last may be a mark that belongs to it.
  if (isPlain(text.slice(0, limit + 1))) return `${text.slice(0, limit).trimEnd()}…`;
  let count = 0;
  // Segments are found one after the other: a long text costs no more than its beginning.
  for (const { index } of split(text)) {
    if (count === limit) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
};
