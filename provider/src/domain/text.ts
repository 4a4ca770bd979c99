import { SLUG_LIMIT } from '@site/shared/domain/slug';
import { isMarkup, stripMarkup } from '@site/shared/domain/strip-markup';

/** Returns the first free slug in the series `base`, `base-2`, `base-3` … */
export const findFreeSlug = async (base: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> => {
  const stem = base === '' ? 'untitled' : base;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem.slice(0, SLUG_LIMIT - 5)}-${number}`;
    if (!(await isTaken(slug))) return slug;
  }
};

/** Length of the lead that replaces a missing excerpt. Cards show only the beginning of the lead. */
const LEAD_CHARACTERS = 600;

export const getLead = (text: string): string => [...stripMarkup(text)].slice(0, LEAD_CHARACTERS).join('');

const BLOCK_END = /<(?:\/(?:p|h[1-6]|li|ul|ol|blockquote|cite|figcaption|figure|td|th|tr|dt|dd|div|aside)|br\s*\/?)>/gi;
const SENTENCE_END = /[.!?:;…]["'”’)]*$/;

/** Returns the plain text of HTML or of several lines. Each heading, item or line becomes a sentence: "How it works. We meet where you are." */
export const toSentences = (text: string): string =>
  (isMarkup(text) ? `<p>${text.replace(/\s/g, ' ').replace(BLOCK_END, '\n<p>')}` : text)
    .split('\n')
    .map(stripMarkup)
    .filter((line) => line !== '')
    .map((line, index, lines) => (index === lines.length - 1 || SENTENCE_END.test(line) ? line : `${line}.`))
    .join(' ');
