import { foldText } from '@site/shared/domain/fold-text';
import { listPhoneNotations } from '@site/shared/domain/phone-number';
import { type ExcerptPart, toWords } from '@site/shared/domain/ranked-search';
import { isMarkup, stripMarkup } from '@site/shared/domain/strip-markup';

/** How a person is identified; '' where unknown, but at least one is not. */
export interface Person {
  /** Lower case. */
  readonly email: string;
  /** As applications store it. */
  readonly phone: string;
  readonly name: string;
}

interface Phrase {
  /** Folded, in their order. */
  readonly words: readonly string[];
  /** An email address is more than its words: "ann.obi@site.example" is not "obi@site.example". */
  readonly email?: string;
  /** An email address or a telephone number, which identifies the person; names do not. */
  readonly isExact: boolean;
}

/** The spellings under which a text may name a person, exact ones first. */
export type PersonWords = readonly Phrase[];

/** Why a text belongs to a search. */
export interface Passage {
  /** The text around the match, as plain text. */
  readonly excerpt: readonly ExcerptPart[];
  /** The match is an email address or a telephone number, and not just a name that others may have too. */
  readonly isExact: boolean;
}

/** A row that names the person, and where. */
export type Found<Row> = Row & Passage;

/** `names` are further names of the person, from applications. */
export const toPersonWords = ({ email, phone, name }: Person, names: readonly string[] = []): PersonWords => {
  const phrases = [
    { words: toWords(email), email, isExact: true },
    ...listPhoneNotations(phone).map((text) => ({ words: toWords(text), isExact: true })),
    ...[...new Set([name, ...names])].map((text) => ({ words: toWords(text), isExact: false })),
  ];
  return phrases.filter(({ words }) => words.length > 0);
};

const ATTRIBUTE = /\s(?:alt|title|href)="([^"]*)"/g;

/** The plain texts of a stored value: of HTML also alternative texts, titles and addresses of links; of a JSON list its entries. */
const toPlainTexts = (value: string): readonly string[] => {
  if (isMarkup(value)) return [stripMarkup(value), ...[...value.matchAll(ATTRIBUTE)].map(([, text = '']) => stripMarkup(`<p>${text}</p>`))];
  return [stripMarkup(/^\["/.test(value) ? value.slice(2, -2).replaceAll('","', ', ') : value)];
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const BEFORE_MATCH = 60;
const AFTER_MATCH = 120;

const isWholeAddress = (text: string, start: number, end: number, email: string): boolean =>
  text.slice(start, end).toLowerCase() === email &&
  !/[\p{L}\p{N}._%+-]$/u.test(text.slice(Math.max(0, start - 1), start)) &&
  !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(text.slice(end, end + 2));

const createExcerpt = (text: string, start: number, end: number): readonly ExcerptPart[] => {
  const space = start <= BEFORE_MATCH ? -1 : text.indexOf(' ', start - BEFORE_MATCH);
  const from = start <= BEFORE_MATCH ? 0 : space === -1 || space >= start ? start : space + 1;
  const cut = text.length <= end + AFTER_MATCH ? -1 : text.lastIndexOf(' ', end + AFTER_MATCH);
  const to = text.length <= end + AFTER_MATCH ? text.length : Math.max(cut, end);
  const parts = [
    { text: `${from > 0 ? '…' : ''}${text.slice(from, start)}`, isMatch: false },
    { text: text.slice(start, end), isMatch: true },
    { text: `${text.slice(end, to)}${to < text.length ? '…' : ''}`, isMatch: false },
  ];
  return parts.filter((part) => part.text !== '');
};

const filterPhrases = (text: string, phrases: PersonWords): PersonWords => {
  const folded = foldText(text);
  return phrases.filter(({ words }) => words.every((word) => folded.includes(word)));
};

/** Whether a text, or JSON of texts, has all letters of a phrase: a quick check before the words are compared one by one. */
export const mayNamePerson = (text: string, phrases: PersonWords): boolean => filterPhrases(text, phrases).length > 0;

const findInText = (text: string, phrases: PersonWords): Passage | undefined => {
  const letters = filterPhrases(text, phrases);
  if (letters.length === 0) return undefined;
  const sequence = ` ${toWords(text).join(' ')} `;
  const candidates = letters.filter(({ words }) => sequence.includes(` ${words.join(' ')} `));
  if (candidates.length === 0) return undefined;
  const places = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    toWords(word).map((each) => ({ word: each, start: index, end: index + word.length })),
  );
  for (const { words, email, isExact } of candidates) {
    for (const [index, { start }] of places.entries()) {
      if (!words.every((word, offset) => places[index + offset]?.word === word)) continue;
      const end = places[index + words.length - 1]?.end ?? start;
      if (email === undefined || isWholeAddress(text, start, end, email)) return { excerpt: createExcerpt(text, start, end), isExact };
    }
  }
  return undefined;
};

/** Where stored values name the person, by whole words in any case and with or without diacritics; an exact match before others. */
export const findPassage = (values: readonly string[], phrases: PersonWords): Passage | undefined => {
  const passages = values.flatMap(toPlainTexts).flatMap((text) => findInText(text, phrases) ?? []);
  return passages.find(({ isExact }) => isExact) ?? passages[0];
};
