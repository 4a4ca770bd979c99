import { MIN_PREFIX, toWords } from '@site/shared/domain/ranked-search';

/** Whether each word of the query begins a word of the text, by the rule that `listQuerySchema` describes. A query that has no words matches nothing. */
export const matchesWords = (text: string, query: string): boolean => {
  const [words, textWords] = [toWords(query), toWords(text)];
  const isMatch = (word: string) => (textWord: string) => ([...word].length < MIN_PREFIX ? textWord === word : textWord.startsWith(word));
  return words.length > 0 && words.every((word) => textWords.some(isMatch(word)));
};
