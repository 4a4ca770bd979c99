import { foldText } from '@site/shared/domain/fold-text';
import { listPhoneNotations } from '@site/shared/domain/phone-number';
import { type ExcerptPart, toWords } from '@site/shared/domain/ranked-search';
import { isMarkup, stripMarkup } from '@site/shared/domain/strip-markup';

/** Identifies a person by at least one value. Unknown values are ''. */
export interface Person {
  readonly email: string;
  /** Telephone number in the format in which applications store it. */
  readonly phone: string;
  readonly name: string;
}

interface Phrase {
  readonly words: readonly string[];
  /** The whole email address. Its words alone would be ambiguous: "obi@site.example" also occurs in "ann.obi@site.example". */
  readonly email?: string;
  /** True for an email address or a telephone number, which identifies the person; false for a name. */
  readonly isExact: boolean;
}

/** Phrases with which a text may refer to a person, exact ones first. */
export type PersonPhrases = readonly Phrase[];

export interface Passage {
  readonly excerpt: readonly ExcerptPart[];
  /** Whether the match is an email address or a telephone number, rather than a name that other people may share. */
  readonly isExact: boolean;
}

export type WithPassage<Row> = Row & Passage;

/** Returns the phrases that identify a person. `names` are additional names from the person's applications. */
export const toPersonPhrases = ({ email, phone, name }: Person, names: readonly string[] = []): PersonPhrases => {
  const phrases = [
    { words: toWords(email), email, isExact: true },
    ...listPhoneNotations(phone).map((text) => ({ words: toWords(text), isExact: true })),
    ...[...new Set([name, ...names])].map((text) => ({ words: toWords(text), isExact: false })),
  ];
  return phrases.filter(({ words }) => words.length > 0);
};

const ATTRIBUTE = /\s(?:alt|title|href)="([^"]*)"/g;

/** Returns the plain texts in a stored value. For HTML, these include alternative texts, titles and link URLs. For a JSON list, these are the entries. */
const toPlainTexts = (value: string): readonly string[] => {
  if (isMarkup(value)) return [stripMarkup(value), ...[...value.matchAll(ATTRIBUTE)].map(([, text = '']) => stripMarkup(`<p>${text}</p>`))];
  return [stripMarkup(/^\["/.test(value) ? value.slice(2, -2).replaceAll('","', ', ') : value)];
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const CHARACTERS_BEFORE_MATCH = 60;
const CHARACTERS_AFTER_MATCH = 120;

const isWholeEmailAddress = (text: string, start: number, end: number, email: string): boolean =>
  text.slice(start, end).toLowerCase() === email &&
  !/[\p{L}\p{N}._%+-]$/u.test(text.slice(Math.max(0, start - 1), start)) &&
  !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(text.slice(end, end + 2));

const createExcerpt = (text: string, start: number, end: number): readonly ExcerptPart[] => {
  const spaceIndex = start <= CHARACTERS_BEFORE_MATCH ? -1 : text.indexOf(' ', start - CHARACTERS_BEFORE_MATCH);
  const from = start <= CHARACTERS_BEFORE_MATCH ? 0 : spaceIndex === -1 || spaceIndex >= start ? start : spaceIndex + 1;
  const cutIndex = text.length <= end + CHARACTERS_AFTER_MATCH ? -1 : text.lastIndexOf(' ', end + CHARACTERS_AFTER_MATCH);
  const to = text.length <= end + CHARACTERS_AFTER_MATCH ? text.length : Math.max(cutIndex, end);
  const parts = [
    { text: `${from > 0 ? '…' : ''}${text.slice(from, start)}`, isMatch: false },
    { text: text.slice(start, end), isMatch: true },
    { text: `${text.slice(end, to)}${to < text.length ? '…' : ''}`, isMatch: false },
  ];
  return parts.filter((part) => part.text !== '');
};

const filterPhrases = (text: string, phrases: PersonPhrases): PersonPhrases => {
  const foldedText = foldText(text);
  return phrases.filter(({ words }) => words.every((word) => foldedText.includes(word)));
};

/** Whether a text, or JSON with texts, contains all words of a phrase, possibly as parts of other words. This is a fast check before the exact comparison. */
export const mayMentionPerson = (text: string, phrases: PersonPhrases): boolean => filterPhrases(text, phrases).length > 0;

const findInText = (text: string, phrases: PersonPhrases): Passage | undefined => {
  const possiblePhrases = filterPhrases(text, phrases);
  if (possiblePhrases.length === 0) return undefined;
  const sequence = ` ${toWords(text).join(' ')} `;
  const candidates = possiblePhrases.filter(({ words }) => sequence.includes(` ${words.join(' ')} `));
  if (candidates.length === 0) return undefined;
  const tokens = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    toWords(word).map((token) => ({ word: token, start: index, end: index + word.length })),
  );
  for (const { words, email, isExact } of candidates) {
    for (const [index, { start }] of tokens.entries()) {
      if (!words.every((word, offset) => tokens[index + offset]?.word === word)) continue;
      const end = tokens[index + words.length - 1]?.end ?? start;
      if (email === undefined || isWholeEmailAddress(text, start, end, email)) return { excerpt: createExcerpt(text, start, end), isExact };
    }
  }
  return undefined;
};

/** Finds a passage in the stored values that names the person. Compares whole words, ignores case and diacritics, and prefers an exact match. */
export const findPassage = (values: readonly string[], phrases: PersonPhrases): Passage | undefined => {
  const passages = values.flatMap(toPlainTexts).flatMap((text) => findInText(text, phrases) ?? []);
  return passages.find(({ isExact }) => isExact) ?? passages[0];
};
