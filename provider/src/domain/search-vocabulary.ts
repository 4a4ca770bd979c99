import type { SearchAnswer } from '@site/shared/contracts/search';
import { SEARCH_ANSWERS } from '@site/shared/contracts/search';
import { createVocabulary, toWords } from '@site/shared/domain/ranked-search';
import * as v from 'valibot';
import { isCommonWord } from './common-words.ts';
import vocabulary from './search-vocabulary.json';

/** Maximum number of terms. More terms slow down a query without improving the results. */
const MAX_TERMS = 8;
/** Key of the misspellings in a topic's `words`. All other keys are languages. */
const MISSPELT = 'misspelt';
const MAX_SYNONYMS = 8;
/** Maximum number of parts in a pattern. Longer patterns are slow and match nothing that people actually type. */
const MAX_PARTS = 4;
const MAX_GAP = 3;
/** The parts of a harmless pattern must be adjacent, because a word between them may turn the query into a call for help: "phone he is dying". */
const HARMLESS_GAP = 0;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const path = v.pipe(v.string(), v.startsWith('/'));

/** A query matches a pattern if it contains all parts of the pattern in this order. A part is the name of a set, or a list of words and phrases: "my|our". */
const patternsSchema = v.array(v.pipe(v.array(text), v.minLength(1), v.maxLength(MAX_PARTS)));

/**
 * Schema of `search-vocabulary.json`, which defines the meaning of words and patterns that people type, in any language.
 * - A topic is searched for by the words in `search`, which mean the same, and in `near`, which are related.
 * - A topic links to its pages. If it matches, the topics in `without` are ignored.
 * - A group has answers, which are shown before all results, and pages, which are listed before those of its topics.
 * - Groups are ordered by danger. If a query has an urgent topic, only help pages are shown.
 * - The words that match a `harmless` pattern have no topic: "dead link".
 * - `kept` words have no topic and are not misspelt. `ignored` words are searched for only if a query has no other words.
 */
const vocabularySchema = v.object({
  groups: v.record(
    text,
    v.object({ answers: v.array(v.picklist(SEARCH_ANSWERS)), isUrgent: v.optional(v.boolean(), false), pages: v.optional(v.array(path), []) }),
  ),
  sets: v.record(text, v.array(text)),
  topics: v.array(
    v.pipe(
      v.object({
        name: text,
        group: text,
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
  /** Position of the topic's group; the most dangerous group comes first. All groups that offer no help share the last position. */
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

interface Part {
  readonly phrases: ReadonlyArray<readonly string[]>;
}

interface Pattern {
  readonly parts: readonly Part[];
  readonly topic: Topic;
}

const { groups, sets, topics, harmless, kept, ignored } = v.parse(vocabularySchema, vocabulary);

const isHelpTopic = ({ answers }: Pick<Topic, 'answers'>): boolean => answers.includes('help');

const toTopic = ({ name, group: groupName, search, near, pages, without: excludedTopics }: (typeof topics)[number]): Topic => {
  const group = groups[groupName];
  if (group === undefined) throw new Error(`The topic "${name}" of the search vocabulary has the group "${groupName}", which is not defined.`);
  const { answers, isUrgent } = group;
  const names = Object.keys(groups);
  const rank = isHelpTopic(group) ? names.indexOf(groupName) : names.length;
  return {
    name,
    answers,
    rank,
    isUrgent,
    search: search.flatMap(toWords),
    near: near.flatMap(toWords),
    pages: [...group.pages, ...pages],
    without: excludedTopics,
  };
};

const PARTS = new Map<string, Part>();

/** Returns the same object for parts with the same text, so that `findParts` looks for each part only once. */
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
const HARMLESS_PATTERNS = harmless.map(toParts);

const PARTS_BY_WORD = new Map<string, Array<{ readonly phrase: readonly string[]; readonly part: Part }>>();
for (const part of PARTS.values())
  for (const phrase of part.phrases) {
    const [first = ''] = phrase;
    PARTS_BY_WORD.set(first, [...(PARTS_BY_WORD.get(first) ?? []), { phrase, part }]);
  }

const PHRASES_BY_WORD = new Map<string, Phrase[]>();
for (const phrase of PHRASES) {
  const [first = ''] = phrase.words;
  PHRASES_BY_WORD.set(
    first,
    [...(PHRASES_BY_WORD.get(first) ?? []), phrase].sort((a, b) => b.words.length - a.words.length),
  );
}

const IGNORED_WORDS = new Set(ignored.flatMap(toWords));
const CORRECT_WORDS = new Set(PHRASES.flatMap(({ words, isMisspelt }) => (isMisspelt ? [] : words)));
const SINGLE_WORDS = PHRASES.flatMap(({ words }) => (words.length === 1 ? words : []));
const UNCORRECTED_WORDS = new Set([
  ...IGNORED_WORDS,
  ...kept.flatMap(toWords),
  ...CORRECT_WORDS,
  ...SINGLE_WORDS,
  ...[...PARTS.values()].flatMap(({ phrases }) => phrases.flat()),
]);

/** The correctly spelt words of all topics, which serve as corrections for misspelt words. */
export const TOPIC_WORDS = createVocabulary(new Set([...CORRECT_WORDS].filter((word) => !IGNORED_WORDS.has(word))));

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'in', 'r', 'rs', 'er', 'ers'];
const MIN_STEM_LENGTH = 4;

/** Returns the words of which this word may be a form: "vapers" → "vape". */
const toStems = (word: string): string[] =>
  ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= MIN_STEM_LENGTH).flatMap((ending) => {
    const stem = word.slice(0, -ending.length);
    return [stem, `${stem}e`];
  });

/** Returns possible forms of a word: "smoke" → "smokes", "smoked", "smoking". Some are not English words. */
export const toForms = (word: string): string[] => {
  const stem = word.replace(/e$/, '');
  return [word, `${word}s`, `${word}es`, `${stem}ed`, `${stem}ing`, `${stem}er`, `${stem}ers`, ...(word.endsWith('s') ? [word.slice(0, -1)] : [])];
};

/** Whether the words match the phrase, starting at `start`. The caller has already compared the first word. */
const isPhraseAt = (words: readonly string[], start: number, phrase: readonly string[]): boolean =>
  phrase.every((word, index) => index === 0 || words[start + index] === word);

const findPhrase = (words: readonly string[], start: number): Phrase | undefined => {
  const longestPhrase = PHRASES_BY_WORD.get(words[start] ?? '')?.find((phrase) => isPhraseAt(words, start, phrase.words));
  if (longestPhrase !== undefined) return longestPhrase;
  const [stem] = toStems(words[start] ?? '').flatMap((word) => (PHRASES_BY_WORD.get(word) ?? []).filter((phrase) => phrase.words.length === 1));
  return stem;
};

/** Whether a folded word (lower case, without accents) has a meaning, so that search must not correct it. */
export const isKnownWord = (word: string): boolean =>
  UNCORRECTED_WORDS.has(word) || isCommonWord(word) || toStems(word).some((stem) => UNCORRECTED_WORDS.has(stem));

/** Where each part occurs in a query: a map from each start position to the positions after the last word. Two phrases of a part may start at the same word. */
type PartPositions = ReadonlyMap<Part, ReadonlyMap<number, readonly number[]>>;

const findParts = (words: readonly string[]): PartPositions => {
  const positions = new Map<Part, Map<number, number[]>>();
  words.forEach((word, start) => {
    const singleWordParts = toStems(word).flatMap((stem) => (PARTS_BY_WORD.get(stem) ?? []).filter(({ phrase }) => phrase.length === 1));
    for (const { phrase, part } of [...(PARTS_BY_WORD.get(word) ?? []), ...singleWordParts]) {
      if (!isPhraseAt(words, start, phrase)) continue;
      const endPositionsByStart = positions.get(part) ?? new Map<number, number[]>();
      endPositionsByStart.set(start, [...(endPositionsByStart.get(start) ?? []), start + phrase.length]);
      positions.set(part, endPositionsByStart);
    }
  });
  return positions;
};

/** Returns the positions at which a match of the whole pattern can end, given where its first part can end. The set is empty if the pattern does not match. */
const matchParts = ([, ...parts]: readonly Part[], firstEnds: ReadonlySet<number>, positions: PartPositions, gap: number): ReadonlySet<number> =>
  parts.reduce((ends, part) => {
    const endPositionsByStart = positions.get(part);
    const nextEnds = new Set<number>();
    if (endPositionsByStart !== undefined)
      for (const end of ends)
        for (let start = end; start <= end + gap; start += 1) for (const nextEnd of endPositionsByStart.get(start) ?? []) nextEnds.add(nextEnd);
    return nextEnds;
  }, firstEnds);

const hasPattern = ({ parts }: Pattern, positions: PartPositions): boolean => {
  if (!parts.every((part) => positions.has(part))) return false;
  const [first] = parts;
  const ends = new Set(first === undefined ? [] : [...(positions.get(first)?.values() ?? [])].flat());
  return matchParts(parts, ends, positions, MAX_GAP).size > 0;
};

const findHarmlessPositions = (positions: PartPositions): ReadonlySet<number> => {
  const harmlessPositions = new Set<number>();
  for (const parts of HARMLESS_PATTERNS) {
    const [first] = parts;
    if (first === undefined || !parts.every((part) => positions.has(part))) continue;
    for (const [start, firstEnds] of positions.get(first) ?? []) {
      const [end = start] = [...matchParts(parts, new Set(firstEnds), positions, HARMLESS_GAP)].sort((a, b) => a - b);
      for (let position = start; position < end; position += 1) harmlessPositions.add(position);
    }
  }
  return harmlessPositions;
};

/** Whether a query that consists only of this folded word shows help. */
export const isHelpWord = (word: string): boolean => (PHRASES_BY_WORD.get(word) ?? []).some((phrase) => phrase.words.length === 1 && isHelpTopic(phrase.topic));

/** A topic or word that a query asks for. */
export interface QueryTerm {
  readonly typed: readonly string[];
  readonly synonyms: readonly string[];
  readonly near: readonly string[];
  readonly isTopic: boolean;
}

export interface QueryInterpretation {
  readonly terms: readonly QueryTerm[];
  readonly answers: readonly SearchAnswer[];
  readonly pages: readonly string[];
}

/** Returns the topics' pages, those of the most dangerous topics first. If a topic is urgent, only help pages are returned. */
const listPages = (queryTopics: readonly Topic[], isUrgent: boolean): readonly string[] => {
  const shownTopics = queryTopics.filter((topic) => isHelpTopic(topic) || !isUrgent);
  return [...new Set(shownTopics.sort((a, b) => a.rank - b.rank).flatMap(({ pages }) => pages))];
};

/** Interprets the folded words of a query. */
export const readQuery = (words: readonly string[]): QueryInterpretation => {
  const partsInQuery = findParts(words);
  const harmlessPositions = findHarmlessPositions(partsInQuery);
  const positions = harmlessPositions.size === 0 ? partsInQuery : findParts(words.map((word, position) => (harmlessPositions.has(position) ? '' : word)));
  const wordsByTopic = new Map<Topic, Set<string>>();
  const terms = new Map<string, QueryTerm>();
  const addTopic = (topic: Topic, typedWords: readonly string[]): void => {
    const topicWords = new Set([...(wordsByTopic.get(topic) ?? []), ...typedWords]);
    wordsByTopic.set(topic, topicWords);
    terms.set(`topic ${topic.name}`, { typed: [...topicWords], synonyms: topic.search, near: topic.near, isTopic: true });
  };
  for (const pattern of PATTERNS) if (hasPattern(pattern, positions)) addTopic(pattern.topic, []);
  for (let start = 0; start < words.length; ) {
    const phrase = harmlessPositions.has(start) ? undefined : findPhrase(words, start);
    const length = phrase?.words.length ?? 1;
    const word = words[start] ?? '';
    if (phrase === undefined) terms.set(word, { typed: [word], synonyms: [], near: [], isTopic: false });
    // The words of a phrase have other meanings on their own, so do not search for them.
    else addTopic(phrase.topic, length === 1 ? [word] : []);
    start += length;
  }
  const excludedTopics = new Set([...wordsByTopic.keys()].flatMap((topic) => topic.without));
  for (const name of excludedTopics) terms.delete(`topic ${name}`);
  const queryTopics = [...wordsByTopic.keys()].filter((topic) => !excludedTopics.has(topic.name));
  const isUrgent = queryTopics.some((topic) => topic.isUrgent);
  // For these topics, the other words in the query are not needed.
  const isComplete = isUrgent || excludedTopics.size > 0;
  const all = [...terms.values()];
  const relevantTerms = all.filter(({ typed: [word = ''], isTopic }) => isTopic || !(isComplete || IGNORED_WORDS.has(word)));
  const answers = new Set(queryTopics.flatMap((topic) => topic.answers));
  return {
    terms: (relevantTerms.length === 0 ? all : relevantTerms).slice(0, MAX_TERMS),
    answers: SEARCH_ANSWERS.filter((answer) => answers.has(answer)),
    pages: listPages(queryTopics, isUrgent),
  };
};
