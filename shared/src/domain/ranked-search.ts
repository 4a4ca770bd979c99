import { distance } from 'fastest-levenshtein';
import { foldText } from './fold-text.ts';

/** Longer words are ignored, because visitors do not search for them. */
const MAX_WORD_LENGTH = 40;

/** Returns the folded words of a text in order: "Ilé-Ifẹ̀ 2026" → ["ile", "ife", "2026"]. */
export const toWords = (text: string): string[] => (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= MAX_WORD_LENGTH);

/** Maximum number of search terms. More terms make a query slower without improving its results. */
const MAX_TERMS = 8;

export const toSearchTerms = (query: string): readonly string[] => [...new Set(toWords(query))].slice(0, MAX_TERMS);

/** Words that match one term of a query, and the quality of each match from 0 to 1. */
export type TermWords = ReadonlyMap<string, number>;

/** Shorter terms match only whole words, because any long text has words that begin with a given letter or with a common pair of letters. */
export const MIN_PREFIX = 3;
const MAX_PREFIX_MATCHES = 40;
const MAX_SIMILAR_WORDS = 8;
const QUALITY = { exact: 1, singular: 0.9, prefixed: 0.8 } as const;

/** All words of a set of documents, with indexes for finding similar words quickly. */
export interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  readonly byLength: ReadonlyMap<number, readonly string[]>;
}

const groupWords = <Key>(words: ReadonlySet<string>, getKey: (word: string) => Key): ReadonlyMap<Key, readonly string[]> => {
  const groups = new Map<Key, string[]>();
  for (const word of words) {
    const key = getKey(word);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [word]);
    else group.push(word);
  }
  return groups;
};

/** Returns the key of a word in `byStart`. The group of a shorter term contains only the term itself. */
const getPrefix = (word: string): string => word.slice(0, MIN_PREFIX);

export const createVocabulary = (words: ReadonlySet<string>): Vocabulary => ({
  words,
  byStart: groupWords(words, getPrefix),
  byLength: groupWords(words, ({ length }) => length),
});

/** Shorter words are never corrected. */
const MIN_CORRECTED_LENGTH = 4;
/** Minimum lengths for correcting one and two errors of any kind. Shorter names and foreign words are too similar to other words. */
const LETTERS_FOR_ONE_ERROR = 6;
const LETTERS_FOR_TWO_ERRORS = 8;
const MAX_ERRORS = 2;

/** Whether one letter is missing, doubled or swapped with the next letter. Replacing a letter makes a short word a different word: "weed" is not "week". */
const isTypo = (term: string, word: string): boolean => {
  if (word.length > term.length) return [...word].some((_, index) => word.slice(0, index) + word.slice(index + 1) === term);
  if (word.length < term.length) return [...term].some((letter, index) => letter === term[index - 1] && term.slice(0, index) + term.slice(index + 1) === word);
  return [...term].some((letter, index) => `${term.slice(0, index)}${term[index + 1] ?? ''}${letter}${term.slice(index + 2)}` === word);
};

/** Possible corrections of a term, and the number of errors. A swap of two letters counts as two errors. */
export interface Corrections {
  readonly words: readonly string[];
  readonly errors: number;
}

/** Finds the most similar words with the same first letter, which people hardly ever mistype. */
export const findCorrections = (term: string, { byLength }: Vocabulary): Corrections => {
  let errors = MAX_ERRORS;
  let words: string[] = [];
  if (term.length < MIN_CORRECTED_LENGTH || /\d/.test(term)) return { words, errors };
  const maxErrors = term.length < LETTERS_FOR_ONE_ERROR ? 0 : term.length < LETTERS_FOR_TWO_ERRORS ? 1 : MAX_ERRORS;
  const span = Math.max(1, maxErrors);
  for (let length = term.length - span; length <= term.length + span; length += 1)
    for (const word of byLength.get(length) ?? []) {
      if (word[0] !== term[0]) continue;
      const errorCount = distance(term, word);
      if (errorCount > errors || (errorCount > maxErrors && !isTypo(term, word))) continue;
      if (errorCount < errors) words = [];
      errors = errorCount;
      words.push(word);
    }
  return { words: words.sort().slice(0, MAX_SIMILAR_WORDS), errors };
};

/**
 * Returns the words of all documents that match a query term: the word itself, its singular, and words that begin with it. The map is empty if nothing matches.
 */
export const expandTerm = (term: string, vocabulary: Vocabulary): TermWords => {
  const words = new Map<string, number>();
  if (vocabulary.words.has(term)) words.set(term, QUALITY.exact);
  const singular = term.slice(0, -1);
  if (term.endsWith('s') && term.length > MIN_PREFIX && vocabulary.words.has(singular)) words.set(singular, QUALITY.singular);
  for (const word of vocabulary.byStart.get(getPrefix(term)) ?? []) {
    if (words.size >= MAX_PREFIX_MATCHES) break;
    if (word.length > term.length && word.startsWith(term)) words.set(word, QUALITY.prefixed);
  }
  return words;
};

/** Folded words of a document. `summary` contains the words outside the title that describe the topic. */
export interface RankedDocument {
  readonly title: readonly string[];
  readonly summary: readonly string[];
}

const WEIGHTS = { title: 10, summary: 4, elsewhere: 1, wholeTitle: 6 } as const;

const findQuality = (words: readonly string[], term: TermWords): number => words.reduce((maximum, word) => Math.max(maximum, term.get(word) ?? 0), 0);

/**
 * Scores how well a document matches the terms of a query; higher is better. Words in the title have the highest weight, followed by words in the summary. A
 * term found in neither counts as a match in the rest of the text. A title that consists of the terms scores best.
 */
export const scoreDocument = ({ title, summary }: RankedDocument, terms: readonly TermWords[]): number => {
  let score = 0;
  let titleMatches = 0;
  for (const term of terms) {
    const titleQuality = findQuality(title, term);
    if (titleQuality > 0) titleMatches += 1;
    score += Math.max(titleQuality * WEIGHTS.title, findQuality(summary, term) * WEIGHTS.summary, WEIGHTS.elsewhere);
  }
  return score + (title.length === 0 ? 0 : (titleMatches / title.length) * WEIGHTS.wholeTitle);
};

export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const EXCERPT_CHARACTERS = 200;
const CHARACTERS_BEFORE_MATCH = 60;

const findMatch = (text: string, words: ReadonlySet<string>): number => {
  for (const { 0: word, index } of text.matchAll(WORD)) if (words.has(foldText(word))) return index;
  return -1;
};

export const hasMatch = (text: string, words: ReadonlySet<string>): boolean => findMatch(text, words) !== -1;

/** Returns up to about 200 characters around the first match, or from the beginning. The text is cut between words, with "…" at each cut. */
export const createExcerpt = (text: string, words: ReadonlySet<string>): readonly ExcerptPart[] => {
  const match = findMatch(text, words);
  const isNearStart = match <= CHARACTERS_BEFORE_MATCH || text.length <= EXCERPT_CHARACTERS;
  const start = isNearStart ? 0 : text.indexOf(' ', match - CHARACTERS_BEFORE_MATCH) + 1;
  const isNearEnd = text.length <= start + EXCERPT_CHARACTERS;
  const lastSpace = text.lastIndexOf(' ', start + EXCERPT_CHARACTERS);
  const end = isNearEnd ? text.length : lastSpace > Math.max(start, match) ? lastSpace : start + EXCERPT_CHARACTERS;
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  const parts: ExcerptPart[] = [];
  const add = (piece: string, isMatch: boolean): void => {
    if (piece !== '') parts.push({ text: piece, isMatch });
  };
  let position = 0;
  for (const { 0: word, index } of shown.matchAll(WORD)) {
    if (!words.has(foldText(word))) continue;
    add(shown.slice(position, index), false);
    add(word, true);
    position = index + word.length;
  }
  add(shown.slice(position), false);
  return parts;
};
