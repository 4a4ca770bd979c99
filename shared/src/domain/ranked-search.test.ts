/** @jest-environment node */
import { createExcerpt, createVocabulary, expandTerm, findCorrections, scoreDocument, toSearchTerms, toWords } from './ranked-search.ts';

const VOCABULARY = createVocabulary(new Set(['ile', 'ife', 'hausa', 'dalibai', 'drug', 'drugs', 'drugged', 'volunteer', 'volunteers', 'life', 'kano']));

describe('toWords', () => {
  it('OPS-09 folds marks of all scripts and the hooked letters of Hausa', () => {
    expect(toWords('Ilé-Ifẹ̀ 2026: ɗalibai, “Ƙofa”!')).toEqual(['ile', 'ife', '2026', 'dalibai', 'kofa']);
  });

  it('has every word of a query once, up to eight', () => {
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
  ])('OPS-09 finds what "%s" may mean', (term, words) => {
    expect(Object.fromEntries(expandTerm(term, VOCABULARY))).toEqual(words);
  });
});

describe('findCorrections', () => {
  it.each([
    ['dalibia', ['dalibai']],
    ['volunter', ['volunteer']],
    ['drgu', ['drug']],
    ['drrug', ['drug']],
    ['husa', ['hausa']],
    // Other words, and not misspelt ones.
    ['kono', []],
    ['mife', []],
    ['knife', []],
    ['iff', []],
    ['drug2', []],
    ['zebra', []],
  ])('OPS-09 finds what "%s" is a misspelling of', (term, words) => {
    expect(findCorrections(term, VOCABULARY).words).toEqual(words);
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

    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(scores).size).toBe(documents.length);
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

  it('begins at the beginning without a match, and never loses a text without spaces', () => {
    expect(toText(createExcerpt('Short text', new Set()))).toBe('Short text');
    expect(toText(createExcerpt('x'.repeat(500), new Set()))).toBe(`${'x'.repeat(200)}…`);
    expect(createExcerpt('', new Set(['a']))).toEqual([]);
  });
});
