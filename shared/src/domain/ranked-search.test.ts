/** @jest-environment node */
import { createExcerpt, createVocabulary, expandTerm, findCorrections, hasMatch, scoreDocument, toSearchTerms, toWords } from './ranked-search.ts';

const VOCABULARY = createVocabulary(new Set(['ile', 'ife', 'hausa', 'dalibai', 'drug', 'drugs', 'drugged', 'volunteer', 'volunteers', 'life', 'kano']));

describe('toWords', () => {
  it('OPS-09 folds diacritics of all scripts and the hooked letters of Hausa', () => {
    expect(toWords('Ilé-Ifẹ̀ 2026: ɗalibai, “Ƙofa”!')).toEqual(['ile', 'ife', '2026', 'dalibai', 'kofa']);
  });

  it('finds nothing in a text without words', () => {
    expect(toWords('…')).toEqual([]);
  });

  it('omits words of more than forty letters', () => {
    expect(toWords(`${'a'.repeat(40)} ${'b'.repeat(41)}`)).toEqual(['a'.repeat(40)]);
  });

  it('returns each word of a query once, up to eight', () => {
    expect(toSearchTerms('a A b c d e f g h i')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });
});

describe('expandTerm', () => {
  it.each([
    ['drug', { drug: 1, drugs: 0.8, drugged: 0.8 }],
    ['hausas', { hausa: 0.9 }],
    ['volun', { volunteer: 0.8, volunteers: 0.8 }],
    ['lif', { life: 0.8 }],
    ['volunter', {}],
    ['zebra', {}],
    // The word is neither a plural nor a prefix.
    ['hausax', {}],
    ['li', {}],
  ])('OPS-09 finds possible meanings of "%s"', (term, words) => {
    expect(Object.fromEntries(expandTerm(term, VOCABULARY))).toEqual(words);
  });

  it('OPS-09 does not treat a word of three letters as a plural', () => {
    expect(Object.fromEntries(expandTerm('gas', createVocabulary(new Set(['ga']))))).toEqual({});
    expect(Object.fromEntries(expandTerm('gags', createVocabulary(new Set(['gag']))))).toEqual({ gag: 0.9 });
  });

  it('OPS-09 returns at most forty words', () => {
    const words = Array.from({ length: 41 }, (_, index) => `walk${index}`);
    expect([...expandTerm('walk', createVocabulary(new Set(words))).keys()]).toEqual(words.slice(0, 40));
  });
});

describe('findCorrections', () => {
  it.each([
    ['dalibia', ['dalibai']],
    ['volunter', ['volunteer']],
    ['drgu', ['drug']],
    ['drrug', ['drug']],
    ['husa', ['hausa']],
    // These are different words, not misspellings.
    ['kono', []],
    ['mife', []],
    ['knife', []],
    ['iff', []],
    ['ief', []],
    ['drxug', []],
    ['drruk', []],
    ['drug2', []],
    ['zebra', []],
  ])('OPS-09 finds the word that "%s" misspells', (term, words) => {
    expect(findCorrections(term, VOCABULARY).words).toEqual(words);
  });

  it.each<[string, readonly string[], readonly string[], number]>([
    ['weeds', ['weeks'], [], 2],
    ['marked', ['market'], ['market'], 1],
    ['mxrkets', ['markets'], ['markets'], 1],
    ['mxrkexs', ['markets'], [], 2],
    ['mxrkexer', ['marketer'], ['marketer'], 2],
    ['mxrkxxer', ['marketer'], [], 2],
    ['barketer', ['marketer'], [], 2],
    ['marketer', ['mxrkexer', 'marketed'], ['marketed'], 1],
    ['marketer', ['marketed', 'mxrkexer'], ['marketed'], 1],
    ['marketer', ['marketez', 'marketed'], ['marketed', 'marketez'], 1],
    ['marketer', ['mxrkexer', 'marxxter'], ['marxxter', 'mxrkexer'], 2],
    ['marketer', [...'abcdefghi'].map((letter) => `markete${letter}`), [...'abcdefgh'].map((letter) => `markete${letter}`), 1],
  ])('OPS-09 limits the corrected errors by the length of "%s": %j', (term, vocabulary, words, errors) => {
    expect(findCorrections(term, createVocabulary(new Set(vocabulary)))).toEqual({ words, errors });
  });
});

describe('scoreDocument', () => {
  it('OPS-09 ranks titles above summaries above texts, and exact words above similar ones', () => {
    const terms = [
      new Map([
        ['drug', 1],
        ['drugs', 0.8],
      ]),
    ];
    const documents = [
      { title: ['drug'], summary: [] },
      { title: ['the', 'drug', 'walk'], summary: ['drug'] },
      { title: ['the', 'drugs', 'walk'], summary: ['drug'] },
      { title: ['a', 'walk'], summary: ['drug'] },
      { title: ['a', 'walk'], summary: ['drugs'] },
      { title: ['a', 'walk'], summary: [] },
    ];
    const scores = documents.map((document) => scoreDocument(document, terms));

    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(documents.length);
  });
});

describe('the score of a document', () => {
  const drug = new Map([
    ['drug', 1],
    ['drugs', 0.8],
  ]);
  const walk = new Map([['walk', 1]]);

  it.each<[readonly string[], readonly string[], ReadonlyArray<ReadonlyMap<string, number>>, number]>([
    [['drug'], [], [drug], 16],
    [['drugs'], [], [drug], 14],
    [['the', 'drug'], [], [drug], 13],
    [[], ['drug'], [drug], 4],
    [['the', 'race'], [], [drug], 1],
    [['drug', 'walk'], [], [drug, walk], 26],
    [['walk', 'race'], ['drug'], [drug, walk], 17],
    [['drug'], ['drug'], [], 0],
  ])('OPS-09 with the title %j and the summary %j', (title, summary, terms, score) => {
    expect(scoreDocument({ title, summary }, terms)).toBeCloseTo(score, 9);
  });
});

describe('hasMatch', () => {
  it.each([
    ['Drug-free', true],
    ['ḋrug', true],
    ['drugs', false],
    ['', false],
  ])('%s', (text, expected) => {
    expect(hasMatch(text, new Set(['drug']))).toBe(expected);
  });
});

describe('createExcerpt', () => {
  const toText = (parts: ReturnType<typeof createExcerpt>): string => parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

  it('OPS-09 marks matches with their diacritics', () => {
    expect(toText(createExcerpt('Zuwa ga Ɗalibai na Ilé-Ifẹ̀.', new Set(['dalibai', 'ife'])))).toBe('Zuwa ga [Ɗalibai] na Ilé-[Ifẹ̀].');
  });

  it('OPS-09 shows the words around the first match', () => {
    const text = `${'one two three '.repeat(40)}the needle ${'four five six '.repeat(40)}`.trim();
    const excerpt = toText(createExcerpt(text, new Set(['needle'])));

    expect(excerpt).toMatch(/^…(one|two|three) .* the \[needle\] four .*(four|five|six)…$/);
    expect(excerpt.length).toBeLessThan(210);
  });

  it('starts at the beginning without a match, and never loses a text without spaces', () => {
    expect(toText(createExcerpt('Short text', new Set()))).toBe('Short text');
    expect(toText(createExcerpt('x'.repeat(500), new Set()))).toBe(`${'x'.repeat(200)}…`);
    expect(toText(createExcerpt(` ${'x'.repeat(500)}`, new Set()))).toBe(` ${'x'.repeat(199)}…`);
    expect(createExcerpt('', new Set(['a']))).toEqual([]);
  });

  it('OPS-09 starts at the beginning if the match is near it', () => {
    const create = (words: number): string => toText(createExcerpt(`${'abcd '.repeat(words)}needle${' abcd'.repeat(40)}`, new Set(['needle'])));

    expect(create(12)).toBe(`${'abcd '.repeat(12)}[needle]${' abcd'.repeat(26)}…`);
    expect(create(13)).toBe(`…${'abcd '.repeat(11)}[needle]${' abcd'.repeat(27)}…`);
  });

  it('OPS-09 shows a text of 200 characters completely', () => {
    const create = (last: string): string => toText(createExcerpt(`${'abcd '.repeat(30)}needle${' abcd'.repeat(8)} ${last}`, new Set(['needle'])));

    expect(create('end')).toBe(`${'abcd '.repeat(30)}[needle]${' abcd'.repeat(8)} end`);
    expect(create('ends')).toBe(`…${'abcd '.repeat(11)}[needle]${' abcd'.repeat(8)} ends`);
  });

  it('OPS-09 ends at the end of the text if the match is near it', () => {
    const create = (last: string): string => toText(createExcerpt(`${'abcd '.repeat(13)}needle${' abcd'.repeat(27)} ${last}`, new Set(['needle'])));

    expect(create('efg')).toBe(`…${'abcd '.repeat(11)}[needle]${' abcd'.repeat(27)} efg`);
    expect(create('efgh')).toBe(`…${'abcd '.repeat(11)}[needle]${' abcd'.repeat(27)}…`);
  });

  it('OPS-09 shows the match even if no space follows it', () => {
    const excerpt = toText(createExcerpt(`${'abcd '.repeat(13)}needle${'-x'.repeat(100)}`, new Set(['needle'])));

    expect(excerpt).toBe(`…${'abcd '.repeat(11)}[needle]${'-x'.repeat(69)}-…`);
  });
});
