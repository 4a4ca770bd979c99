import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

const SENTENCE_END = /(?<=[.!?…:;])\s+(?=[\p{Lu}\d{“"(])/u;

/** Splits a sentence into words. Leaves out numbers, placeholders, and names (capitalised words that do not start the sentence). */
const listWords = (sentence: string): string[] =>
  sentence
    .split(/[\s–—/]+/)
    .map((word) => word.replace(/^[^\p{L}{]+|[^\p{L}}]+$/gu, ''))
    .filter((word, index) => word !== '' && !/^\{|\d|@|\.\p{L}/u.test(word) && (index === 0 || !/^\p{Lu}/u.test(word)));

interface Grade {
  readonly words: number;
  /** Flesch-Kincaid grade: years of school that a reader needs. */
  readonly grade: number;
}

/** Computes the reading grade of a page from its texts. */
export const gradeTexts = (texts: readonly string[]): Grade => {
  const sentences = texts
    .flatMap((text) => text.split(SENTENCE_END))
    .map(listWords)
    .filter((words) => words.length > 0);
  const words = sentences.flat();
  if (words.length === 0) return { words: 0, grade: 0 };
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  return { words: words.length, grade: fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables }) };
};
