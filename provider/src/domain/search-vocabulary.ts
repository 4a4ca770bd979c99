import type { SearchAnswer } from '@site/shared/contracts/search';
import { SEARCH_ANSWERS } from '@site/shared/contracts/search';
import { createVocabulary, toWords } from '@site/shared/domain/ranked-search';
import * as v from 'valibot';
import { isCommonWord } from './common-words.ts';
import vocabulary from './search-vocabulary.json';

/** More make a query slow and not better. */
const MAX_TERMS = 8;
/** Among the languages of a topic's words. */
const MISSPELT = 'misspelt';
/** As many words of the documents stand for one topic. */
const MAX_SYNONYMS = 8;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/**
 * `search-vocabulary.json`: what people type, in any language. A word of a topic is looked for with the words of `search`, which mean the same, and of `near`, which are
 * about something similar; it leads to the topic's pages, but not to those of topics that are named in `without`, and shows the answers of its group before any result.
 * `kept` words have no topic and are no misspellings either; `ignored` ones are looked for only if a query has no others.
 */
const vocabularySchema = v.object({
  groups: v.record(text, v.object({ answers: v.array(v.picklist(SEARCH_ANSWERS)) })),
  topics: v.array(
    v.pipe(
      v.object({
        name: text,
        group: text,
        /** By language; words and phrases. */
        words: v.record(text, v.array(text)),
        search: v.array(text),
        near: v.optional(v.array(text), []),
        pages: v.optional(v.array(v.pipe(v.string(), v.startsWith('/'))), []),
        without: v.optional(v.array(text), []),
      }),
      v.check(({ search, near }) => search.length + near.length <= MAX_SYNONYMS),
    ),
  ),
  kept: v.array(text),
  ignored: v.array(text),
});

interface Topic {
  readonly name: string;
  readonly answers: readonly SearchAnswer[];
  readonly search: readonly string[];
  readonly near: readonly string[];
  readonly pages: readonly string[];
  readonly without: readonly string[];
}

interface Phrase {
  readonly words: readonly string[];
  readonly isMisspelt: boolean;
  readonly topic: Topic;
}

const { groups, topics, kept, ignored } = v.parse(vocabularySchema, vocabulary);

const toPhrases = ({ group, words, search, near, ...rest }: (typeof topics)[number]): Phrase[] => {
  const answers = groups[group]?.answers;
  if (answers === undefined) throw new Error(`The topic "${rest.name}" of the search vocabulary has the group "${group}", which is not defined.`);
  const topic: Topic = { ...rest, answers, search: search.flatMap(toWords), near: near.flatMap(toWords) };
  return Object.entries(words).flatMap(([language, phrases]) =>
    phrases.map((phrase) => ({ words: toWords(phrase), isMisspelt: language === MISSPELT, topic })),
  );
};

const PHRASES = topics.flatMap(toPhrases);

/** By their first word, the longest first. */
const PHRASES_BY_WORD = new Map<string, Phrase[]>();
for (const phrase of PHRASES) {
  const [first = ''] = phrase.words;
  PHRASES_BY_WORD.set(
    first,
    [...(PHRASES_BY_WORD.get(first) ?? []), phrase].sort((one, other) => other.words.length - one.words.length),
  );
}

const IGNORED = new Set(ignored.flatMap(toWords));
const CORRECT = new Set(PHRASES.flatMap(({ words, isMisspelt }) => (isMisspelt ? [] : words)));
const SINGLE = PHRASES.flatMap(({ words }) => (words.length === 1 ? words : []));
const KEPT = new Set([...IGNORED, ...kept.flatMap(toWords), ...CORRECT, ...SINGLE]);

/** All words of topics, of which others may be misspellings. */
export const TOPIC_WORDS = createVocabulary(new Set([...CORRECT].filter((word) => !IGNORED.has(word))));

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'in', 'r', 'rs', 'er', 'ers'];
const MIN_STEM = 4;

/** "vapers" → "vape": words that a word may be a form of. */
const toStems = (word: string): string[] =>
  ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM).flatMap((ending) => {
    const stem = word.slice(0, -ending.length);
    return [stem, `${stem}e`];
  });

/** Forms of a word: "smoke" → "smokes", "smoked", "smoking" …, of which most are no words. */
export const toForms = (word: string): string[] => {
  const stem = word.replace(/e$/, '');
  return [word, `${word}s`, `${word}es`, `${stem}ed`, `${stem}ing`, `${stem}er`, `${stem}ers`, ...(word.endsWith('s') ? [word.slice(0, -1)] : [])];
};

const findPhrase = (words: readonly string[], start: number): Phrase | undefined => {
  const found = PHRASES_BY_WORD.get(words[start] ?? '')?.find((phrase) => phrase.words.every((word, index) => words[start + index] === word));
  if (found !== undefined) return found;
  const [stem] = toStems(words[start] ?? '').flatMap((word) => (PHRASES_BY_WORD.get(word) ?? []).filter((phrase) => phrase.words.length === 1));
  return stem;
};

/** Whether a folded word has a meaning as it is, so that a search must not replace it. */
export const isKnownWord = (word: string): boolean => KEPT.has(word) || isCommonWord(word) || toStems(word).some((stem) => KEPT.has(stem));

/** One thing that a query is about: words as they were typed, those that mean the same, and those of similar things. */
export interface QueryTerm {
  readonly typed: readonly string[];
  readonly synonyms: readonly string[];
  readonly near: readonly string[];
  readonly isTopic: boolean;
}

export interface Reading {
  readonly terms: readonly QueryTerm[];
  readonly answers: readonly SearchAnswer[];
  readonly pages: readonly string[];
}

/** What the folded words of a query are about. */
export const readQuery = (words: readonly string[]): Reading => {
  const byTopic = new Map<Topic, Set<string>>();
  const terms = new Map<string, QueryTerm>();
  for (let start = 0; start < words.length; ) {
    const phrase = findPhrase(words, start);
    const length = phrase?.words.length ?? 1;
    const word = words[start] ?? '';
    if (phrase === undefined) terms.set(word, { typed: [word], synonyms: [], near: [], isTopic: false });
    else {
      const { topic } = phrase;
      const typed = byTopic.get(topic) ?? new Set();
      // The words of a phrase mean something else by themselves.
      if (length === 1) typed.add(word);
      byTopic.set(topic, typed);
      terms.set(`topic ${topic.name}`, { typed: [...typed], synonyms: topic.search, near: topic.near, isTopic: true });
    }
    start += length;
  }
  const all = [...terms.values()];
  const asked = all.filter(({ typed: [word = ''], isTopic }) => isTopic || !IGNORED.has(word));
  const found = [...byTopic.keys()];
  const answers = new Set(found.flatMap((topic) => topic.answers));
  const without = new Set(found.flatMap((topic) => topic.without));
  return {
    terms: (asked.length === 0 ? all : asked).slice(0, MAX_TERMS),
    answers: SEARCH_ANSWERS.filter((answer) => answers.has(answer)),
    pages: [...new Set(found.flatMap(({ name, pages }) => (without.has(name) ? [] : pages)))],
  };
};
