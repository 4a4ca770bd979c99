import type { SearchAnswer } from '@site/shared/contracts/search';
import { SEARCH_ANSWERS } from '@site/shared/contracts/search';
import { createVocabulary, toWords } from '@site/shared/domain/ranked-search';
import * as v from 'valibot';
import { isCommonWord } from './common-words.ts';
import vocabulary from './search-vocabulary.json';

/** Limits terms, because more make a query slower without better results. */
const MAX_TERMS = 8;
/** The "language" of misspellings among the words of a topic. */
const MISSPELT = 'misspelt';
/** Maximum number of words that documents are searched for per topic. */
const MAX_SYNONYMS = 8;
/** Limits parts, because longer patterns are slow and match nothing that people type. */
const MAX_PARTS = 4;
/** Maximum number of words between two parts of a topic's pattern. */
const MAX_GAP = 3;
/** The parts of a harmless pattern follow each other directly, because a word between them may be a call for help: "phone he is dying". */
const HARMLESS_GAP = 0;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const path = v.pipe(v.string(), v.startsWith('/'));

/** A query matches a pattern if it has all its parts in this order. A part is the name of a set, or lists its words and phrases: "my|our". */
const patternsSchema = v.array(v.pipe(v.array(text), v.minLength(1), v.maxLength(MAX_PARTS)));

/**
 * The schema of `search-vocabulary.json`, which says what people mean by the words and patterns that they type, in any language.
 *
 * - A topic is searched for by the words of `search`, which mean the same, and of `near`, which are about something similar. The topic links to its pages.
 *   Beside it, the topics in `without` mean something else and do not count.
 * - A group has answers, which are shown before any result, and pages, which come before those of its topics. Groups are in the order of their danger. If a query has an
 *   urgent topic, only pages for help are shown.
 * - The words of a `harmless` pattern have no topic: "dead link".
 * - `kept` words have no topic and are not misspelt. `ignored` words are searched for only if a query has no others.
 */
const vocabularySchema = v.object({
  groups: v.record(
    text,
    v.object({ answers: v.array(v.picklist(SEARCH_ANSWERS)), isUrgent: v.optional(v.boolean(), false), pages: v.optional(v.array(path), []) }),
  ),
  /** The parts that several patterns share. */
  sets: v.record(text, v.array(text)),
  topics: v.array(
    v.pipe(
      v.object({
        name: text,
        group: text,
        /** Words and phrases by language. */
        words: v.optional(v.record(text, v.array(text)), {}),
        patterns: v.optional(patternsSchema, []),
        search: v.array(text),
        near: v.optional(v.array(text), []),
        pages: v.optional(v.array(path), []),
        without: v.optional(v.array(text), []),
      }),
      v.check(({ search, near }) => search.length + near.length <= MAX_SYNONYMS),
    ),
  ),
  harmless: patternsSchema,
  kept: v.array(text),
  ignored: v.array(text),
});

interface Topic {
  readonly name: string;
  readonly answers: readonly SearchAnswer[];
  /** The number of groups that are more dangerous. All groups without help have the same rank. */
  readonly rank: number;
  readonly isUrgent: boolean;
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

/** Alternatives: a query has the part if it has one of these phrases. */
interface Part {
  readonly phrases: ReadonlyArray<readonly string[]>;
}

interface Pattern {
  readonly parts: readonly Part[];
  readonly topic: Topic;
}

const { groups, sets, topics, harmless, kept, ignored } = v.parse(vocabularySchema, vocabulary);

const isForHelp = ({ answers }: Pick<Topic, 'answers'>): boolean => answers.includes('help');

const toTopic = ({ name, group: groupName, search, near, pages, without }: (typeof topics)[number]): Topic => {
  const group = groups[groupName];
  if (group === undefined) throw new Error(`The topic "${name}" of the search vocabulary has the group "${groupName}", which is not defined.`);
  const { answers, isUrgent } = group;
  const names = Object.keys(groups);
  const rank = isForHelp(group) ? names.indexOf(groupName) : names.length;
  return { name, answers, rank, isUrgent, search: search.flatMap(toWords), near: near.flatMap(toWords), pages: [...group.pages, ...pages], without };
};

const PARTS = new Map<string, Part>();

/** Patterns share parts with the same text, so that `findParts` looks for each part once. */
const toPart = (partText: string): Part => {
  const cachedPart = PARTS.get(partText);
  if (cachedPart !== undefined) return cachedPart;
  const part: Part = { phrases: (sets[partText] ?? partText.split('|')).map(toWords) };
  PARTS.set(partText, part);
  return part;
};

const toParts = (pattern: readonly string[]): readonly Part[] => pattern.map(toPart);

const ENTRIES = topics.map((entry) => ({ entry, topic: toTopic(entry) }));
const PHRASES = ENTRIES.flatMap(({ entry: { words }, topic }) =>
  Object.entries(words).flatMap(([language, phrases]) =>
    phrases.map((phrase): Phrase => ({ words: toWords(phrase), isMisspelt: language === MISSPELT, topic })),
  ),
);
const PATTERNS = ENTRIES.flatMap(({ entry: { patterns }, topic }) => patterns.map((pattern): Pattern => ({ parts: toParts(pattern), topic })));
const HARMLESS = harmless.map(toParts);

/** Parts by the first word of each of their phrases. */
const PARTS_BY_WORD = new Map<string, Array<{ readonly phrase: readonly string[]; readonly part: Part }>>();
for (const part of PARTS.values())
  for (const phrase of part.phrases) {
    const [first = ''] = phrase;
    PARTS_BY_WORD.set(first, [...(PARTS_BY_WORD.get(first) ?? []), { phrase, part }]);
  }

/** Phrases of topics by their first word, the longest first. */
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
const KEPT = new Set([...IGNORED, ...kept.flatMap(toWords), ...CORRECT, ...SINGLE, ...[...PARTS.values()].flatMap(({ phrases }) => phrases.flat())]);

/** The correct words of all topics. Search corrects misspelt words to these. */
export const TOPIC_WORDS = createVocabulary(new Set([...CORRECT].filter((word) => !IGNORED.has(word))));

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'in', 'r', 'rs', 'er', 'ers'];
const MIN_STEM = 4;

/** Returns the words that a word may be a form of: "vapers" → "vape". */
const toStems = (word: string): string[] =>
  ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM).flatMap((ending) => {
    const stem = word.slice(0, -ending.length);
    return [stem, `${stem}e`];
  });

/** Returns possible forms of a word: "smoke" → "smokes", "smoked", "smoking". Some of them are not English words. */
export const toForms = (word: string): string[] => {
  const stem = word.replace(/e$/, '');
  return [word, `${word}s`, `${word}es`, `${stem}ed`, `${stem}ing`, `${stem}er`, `${stem}ers`, ...(word.endsWith('s') ? [word.slice(0, -1)] : [])];
};

/** Whether the rest of a phrase follows its first word, which is at `start` or has a form there. */
const isAt = (words: readonly string[], start: number, phrase: readonly string[]): boolean =>
  phrase.every((word, index) => index === 0 || words[start + index] === word);

const findPhrase = (words: readonly string[], start: number): Phrase | undefined => {
  const longest = PHRASES_BY_WORD.get(words[start] ?? '')?.find((phrase) => isAt(words, start, phrase.words));
  if (longest !== undefined) return longest;
  const [stem] = toStems(words[start] ?? '').flatMap((word) => (PHRASES_BY_WORD.get(word) ?? []).filter((phrase) => phrase.words.length === 1));
  return stem;
};

/** Whether a folded word (lower case, without accents) has a meaning. Search must not correct such a word. */
export const isKnownWord = (word: string): boolean => KEPT.has(word) || isCommonWord(word) || toStems(word).some((stem) => KEPT.has(stem));

/** For each part: the position of its first word in a query, and the positions after its last word. Two phrases of a part may begin at the same word. */
type PartPositions = ReadonlyMap<Part, ReadonlyMap<number, readonly number[]>>;

const findParts = (words: readonly string[]): PartPositions => {
  const positions = new Map<Part, Map<number, number[]>>();
  words.forEach((word, start) => {
    const single = toStems(word).flatMap((stem) => (PARTS_BY_WORD.get(stem) ?? []).filter(({ phrase }) => phrase.length === 1));
    for (const { phrase, part } of [...(PARTS_BY_WORD.get(word) ?? []), ...single]) {
      if (!isAt(words, start, phrase)) continue;
      const endsByStart = positions.get(part) ?? new Map<number, number[]>();
      endsByStart.set(start, [...(endsByStart.get(start) ?? []), start + phrase.length]);
      positions.set(part, endsByStart);
    }
  });
  return positions;
};

/** Returns the positions after the last part of a pattern whose first part ends at `firstEnds`. The set is empty if another part does not follow. */
const followParts = ([, ...parts]: readonly Part[], firstEnds: ReadonlySet<number>, positions: PartPositions, gap: number): ReadonlySet<number> =>
  parts.reduce((ends, part) => {
    const endsByStart = positions.get(part);
    const nextEnds = new Set<number>();
    if (endsByStart !== undefined)
      for (const end of ends) for (let start = end; start <= end + gap; start += 1) for (const nextEnd of endsByStart.get(start) ?? []) nextEnds.add(nextEnd);
    return nextEnds;
  }, firstEnds);

const hasPattern = ({ parts }: Pattern, positions: PartPositions): boolean => {
  if (!parts.every((part) => positions.has(part))) return false;
  const [first] = parts;
  const ends = new Set(first === undefined ? [] : [...(positions.get(first)?.values() ?? [])].flat());
  return followParts(parts, ends, positions, MAX_GAP).size > 0;
};

/** Returns the positions of all words in harmless patterns. */
const findHarmless = (positions: PartPositions): ReadonlySet<number> => {
  const harmlessPositions = new Set<number>();
  for (const parts of HARMLESS) {
    const [first] = parts;
    if (first === undefined || !parts.every((part) => positions.has(part))) continue;
    for (const [start, firstEnds] of positions.get(first) ?? []) {
      const [end = start] = [...followParts(parts, new Set(firstEnds), positions, HARMLESS_GAP)].sort((one, other) => one - other);
      for (let position = start; position < end; position += 1) harmlessPositions.add(position);
    }
  }
  return harmlessPositions;
};

/** Whether a query with only this folded word shows help. */
export const isHelpWord = (word: string): boolean => (PHRASES_BY_WORD.get(word) ?? []).some((phrase) => phrase.words.length === 1 && isForHelp(phrase.topic));

/** One thing that a query is about. */
export interface QueryTerm {
  /** The words of the query itself. */
  readonly typed: readonly string[];
  readonly synonyms: readonly string[];
  /** Words for something similar. */
  readonly near: readonly string[];
  readonly isTopic: boolean;
}

export interface Reading {
  readonly terms: readonly QueryTerm[];
  readonly answers: readonly SearchAnswer[];
  readonly pages: readonly string[];
}

/** Returns the pages of the topics, the most dangerous first. Beside an urgent topic, only pages for help make sense. */
const listPages = (queryTopics: readonly Topic[], isUrgent: boolean): readonly string[] => {
  const shownTopics = queryTopics.filter((topic) => isForHelp(topic) || !isUrgent);
  return [...new Set(shownTopics.sort((one, other) => one.rank - other.rank).flatMap(({ pages }) => pages))];
};

/** Returns what the folded words of a query are about. */
export const readQuery = (words: readonly string[]): Reading => {
  const partsInQuery = findParts(words);
  const harmlessPositions = findHarmless(partsInQuery);
  const positions = harmlessPositions.size === 0 ? partsInQuery : findParts(words.map((word, position) => (harmlessPositions.has(position) ? '' : word)));
  const byTopic = new Map<Topic, Set<string>>();
  const terms = new Map<string, QueryTerm>();
  const addTopic = (topic: Topic, typedWords: readonly string[]): void => {
    const typed = new Set([...(byTopic.get(topic) ?? []), ...typedWords]);
    byTopic.set(topic, typed);
    terms.set(`topic ${topic.name}`, { typed: [...typed], synonyms: topic.search, near: topic.near, isTopic: true });
  };
  for (const pattern of PATTERNS) if (hasPattern(pattern, positions)) addTopic(pattern.topic, []);
  for (let start = 0; start < words.length; ) {
    const phrase = harmlessPositions.has(start) ? undefined : findPhrase(words, start);
    const length = phrase?.words.length ?? 1;
    const word = words[start] ?? '';
    if (phrase === undefined) terms.set(word, { typed: [word], synonyms: [], near: [], isTopic: false });
    // Single words of a phrase have other meanings, so they are not searched for.
    else addTopic(phrase.topic, length === 1 ? [word] : []);
    start += length;
  }
  const without = new Set([...byTopic.keys()].flatMap((topic) => topic.without));
  for (const name of without) terms.delete(`topic ${name}`);
  const queryTopics = [...byTopic.keys()].filter((topic) => !without.has(topic.name));
  const isUrgent = queryTopics.some((topic) => topic.isUrgent);
  // Other words of the query add nothing to these topics.
  const isComplete = isUrgent || without.size > 0;
  const all = [...terms.values()];
  const asked = all.filter(({ typed: [word = ''], isTopic }) => isTopic || !(isComplete || IGNORED.has(word)));
  const answers = new Set(queryTopics.flatMap((topic) => topic.answers));
  return {
    terms: (asked.length === 0 ? all : asked).slice(0, MAX_TERMS),
    answers: SEARCH_ANSWERS.filter((answer) => answers.has(answer)),
    pages: listPages(queryTopics, isUrgent),
  };
};
