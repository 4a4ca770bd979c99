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
/** More parts make a pattern slow, and match nothing that people type. */
const MAX_PARTS = 4;
/** The most words between two parts of a pattern. */
const MAX_GAP = 3;
/** Lower for words without a meaning, so that they do not hide a call for help. */
const MAX_HARMLESS_GAP = 1;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const path = v.pipe(v.string(), v.startsWith('/'));

/** The parts of a pattern are in this order, with a few other words between them. A part is the name of a set, or has its words and phrases itself: "my|our". */
const patternsSchema = v.array(v.pipe(v.array(text), v.minLength(1), v.maxLength(MAX_PARTS)));

/**
 * `search-vocabulary.json`: what people type, in any language, as words or as patterns. A word of a topic is looked for with the words of `search`, which mean the same, and
 * of `near`, which are about something similar; it leads to the topic's pages, but not to those of topics that are named in `without`, and shows the answers of its group
 * before any result. Groups are in the order of their danger, and their pages are before those of the topic. Beside an urgent topic nothing else counts. A word of a `harmless`
 * pattern has no topic there: "dead link". `kept` words have no topic and are no misspellings either; `ignored` ones are looked for only if a query has no others.
 */
const vocabularySchema = v.object({
  groups: v.record(
    text,
    v.object({ answers: v.array(v.picklist(SEARCH_ANSWERS)), isUrgent: v.optional(v.boolean(), false), pages: v.optional(v.array(path), []) }),
  ),
  /** Words and phrases by name, for patterns. */
  sets: v.record(text, v.array(text)),
  topics: v.array(
    v.pipe(
      v.object({
        name: text,
        group: text,
        /** By language; words and phrases. */
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
  /** The number of groups that are more dangerous; it is the same for all groups that need no help. */
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

/** The words and phrases of which one has to be there. */
interface Part {
  readonly phrases: ReadonlyArray<readonly string[]>;
}

interface Pattern {
  readonly parts: readonly Part[];
  readonly topic: Topic;
}

const { groups, sets, topics, harmless, kept, ignored } = v.parse(vocabularySchema, vocabulary);

const isForHelp = ({ answers }: Pick<Topic, 'answers'>): boolean => answers.includes('help');

const toTopic = ({ name, group, search, near, pages, without }: (typeof topics)[number]): Topic => {
  const found = groups[group];
  if (found === undefined) throw new Error(`The topic "${name}" of the search vocabulary has the group "${group}", which is not defined.`);
  const { answers, isUrgent } = found;
  const names = Object.keys(groups);
  const rank = isForHelp(found) ? names.indexOf(group) : names.length;
  return { name, answers, rank, isUrgent, search: search.flatMap(toWords), near: near.flatMap(toWords), pages: [...found.pages, ...pages], without };
};

const PARTS = new Map<string, Part>();

/** Parts with the same text are the same part, whose places in a query are looked for once. */
const toPart = (part: string): Part => {
  const known = PARTS.get(part);
  if (known !== undefined) return known;
  const created: Part = { phrases: (sets[part] ?? part.split('|')).map(toWords) };
  PARTS.set(part, created);
  return created;
};

const toParts = (pattern: readonly string[]): readonly Part[] => pattern.map(toPart);

const READ_TOPICS = topics.map((written) => ({ written, topic: toTopic(written) }));
const PHRASES = READ_TOPICS.flatMap(({ written: { words }, topic }) =>
  Object.entries(words).flatMap(([language, phrases]) =>
    phrases.map((phrase): Phrase => ({ words: toWords(phrase), isMisspelt: language === MISSPELT, topic })),
  ),
);
const PATTERNS = READ_TOPICS.flatMap(({ written: { patterns }, topic }) => patterns.map((pattern): Pattern => ({ parts: toParts(pattern), topic })));
const HARMLESS = harmless.map(toParts);

/** By the first word of the phrase. */
const PARTS_BY_WORD = new Map<string, Array<{ readonly phrase: readonly string[]; readonly part: Part }>>();
for (const part of PARTS.values())
  for (const phrase of part.phrases) {
    const [first = ''] = phrase;
    PARTS_BY_WORD.set(first, [...(PARTS_BY_WORD.get(first) ?? []), { phrase, part }]);
  }

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
const KEPT = new Set([...IGNORED, ...kept.flatMap(toWords), ...CORRECT, ...SINGLE, ...[...PARTS.values()].flatMap(({ phrases }) => phrases.flat())]);

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

/** The places in a query that are after the last word of a part, by the place of its first word. */
type Places = ReadonlyMap<Part, ReadonlyMap<number, readonly number[]>>;

const isAt = (words: readonly string[], start: number, phrase: readonly string[]): boolean =>
  phrase.every((word, index) => index === 0 || words[start + index] === word);

const findParts = (words: readonly string[]): Places => {
  const places = new Map<Part, Map<number, number[]>>();
  words.forEach((word, start) => {
    const single = toStems(word).flatMap((stem) => (PARTS_BY_WORD.get(stem) ?? []).filter(({ phrase }) => phrase.length === 1));
    for (const { phrase, part } of [...(PARTS_BY_WORD.get(word) ?? []), ...single]) {
      if (!isAt(words, start, phrase)) continue;
      const byStart = places.get(part) ?? new Map<number, number[]>();
      byStart.set(start, [...(byStart.get(start) ?? []), start + phrase.length]);
      places.set(part, byStart);
    }
  });
  return places;
};

/** The places after the last part of a pattern whose first part ends at `ends`; none if the other parts do not follow. */
const followParts = ([, ...parts]: readonly Part[], ends: ReadonlySet<number>, places: Places, gap: number): ReadonlySet<number> =>
  parts.reduce((reached, part) => {
    const byStart = places.get(part);
    const next = new Set<number>();
    if (byStart !== undefined)
      for (const end of reached) for (let start = end; start <= end + gap; start += 1) for (const found of byStart.get(start) ?? []) next.add(found);
    return next;
  }, ends);

const hasPattern = ({ parts }: Pattern, places: Places): boolean => {
  if (!parts.every((part) => places.has(part))) return false;
  const [first] = parts;
  const ends = new Set(first === undefined ? [] : [...(places.get(first)?.values() ?? [])].flat());
  return followParts(parts, ends, places, MAX_GAP).size > 0;
};

/** The places of words that have no topic there: "dead link". */
const findHarmless = (places: Places): ReadonlySet<number> => {
  const covered = new Set<number>();
  for (const parts of HARMLESS) {
    const [first] = parts;
    if (first === undefined || !parts.every((part) => places.has(part))) continue;
    for (const [start, ends] of places.get(first) ?? []) {
      const [end = start] = [...followParts(parts, new Set(ends), places, MAX_HARMLESS_GAP)].sort((one, other) => one - other);
      for (let place = start; place < end; place += 1) covered.add(place);
    }
  }
  return covered;
};

/** Whether a folded word alone asks for help. */
export const isHelpWord = (word: string): boolean => (PHRASES_BY_WORD.get(word) ?? []).some((phrase) => phrase.words.length === 1 && isForHelp(phrase.topic));

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

/** The pages of the topics, the most dangerous first. Where one is urgent, only pages for help make sense. */
const listPages = (found: readonly Topic[]): readonly string[] => {
  const without = new Set(found.flatMap((topic) => topic.without));
  const isUrgent = found.some((topic) => topic.isUrgent);
  const shown = found.filter((topic) => !without.has(topic.name) && (isForHelp(topic) || !isUrgent));
  return [...new Set(shown.sort((one, other) => one.rank - other.rank).flatMap(({ pages }) => pages))];
};

/** What the folded words of a query are about. */
export const readQuery = (words: readonly string[]): Reading => {
  const written = findParts(words);
  const harmlessPlaces = findHarmless(written);
  const places = harmlessPlaces.size === 0 ? written : findParts(words.map((word, place) => (harmlessPlaces.has(place) ? '' : word)));
  const byTopic = new Map<Topic, Set<string>>();
  const terms = new Map<string, QueryTerm>();
  const addTopic = (topic: Topic, typedWords: readonly string[]): void => {
    const typed = new Set([...(byTopic.get(topic) ?? []), ...typedWords]);
    byTopic.set(topic, typed);
    terms.set(`topic ${topic.name}`, { typed: [...typed], synonyms: topic.search, near: topic.near, isTopic: true });
  };
  for (const pattern of PATTERNS) if (hasPattern(pattern, places)) addTopic(pattern.topic, []);
  for (let start = 0; start < words.length; ) {
    const phrase = harmlessPlaces.has(start) ? undefined : findPhrase(words, start);
    const length = phrase?.words.length ?? 1;
    const word = words[start] ?? '';
    if (phrase === undefined) terms.set(word, { typed: [word], synonyms: [], near: [], isTopic: false });
    // The words of a phrase mean something else by themselves.
    else addTopic(phrase.topic, length === 1 ? [word] : []);
    start += length;
  }
  const found = [...byTopic.keys()];
  const isUrgent = found.some((topic) => topic.isUrgent);
  const all = [...terms.values()];
  const asked = all.filter(({ typed: [word = ''], isTopic }) => isTopic || !(isUrgent || IGNORED.has(word)));
  const answers = new Set(found.flatMap((topic) => topic.answers));
  return {
    terms: (asked.length === 0 ? all : asked).slice(0, MAX_TERMS),
    answers: SEARCH_ANSWERS.filter((answer) => answers.has(answer)),
    pages: listPages(found),
  };
};
