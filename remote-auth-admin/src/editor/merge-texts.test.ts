import { SEED } from '@site/shared/testing/random';
import fc from 'fast-check';
import { type MergedPart, mergeTexts, splitBlocks } from './merge-texts.ts';

const paragraphs = (...words: readonly string[]): string => words.map((word) => `<p>${word}</p>`).join('');
const merge = (base: string, mine: string, theirs: string): readonly MergedPart[] =>
  mergeTexts({ base: paragraphs(...base), mine: paragraphs(...mine), theirs: paragraphs(...theirs) });
const isConflict = (part: MergedPart) => 'mine' in part;
const read = (parts: readonly MergedPart[]): string =>
  parts
    .map((part) => ('text' in part ? part.text : `[${part.mine}|${part.theirs}]`))
    .join('')
    .replace(/<\/?p>/g, '');

describe('splitBlocks', () => {
  it.each([
    ['paragraphs and headings', '<h2>One</h2><p>Two <b>and</b> three</p>', ['<h2>One</h2>', '<p>Two <b>and</b> three</p>']],
    [
      'whole lists and quotations',
      '<ul><li><p>a</p></li><li>b</li></ul><blockquote><p>c</p></blockquote>',
      ['<ul><li><p>a</p></li><li>b</li></ul>', '<blockquote><p>c</p></blockquote>'],
    ],
    [
      'images, rules and videos',
      '<figure><img src="/a" alt="a" /></figure><hr /><iframe src="/v"></iframe><p>x<br />y</p>',
      ['<figure><img src="/a" alt="a" /></figure>', '<hr />', '<iframe src="/v"></iframe>', '<p>x<br />y</p>'],
    ],
    ['blocks with white space after them', '<p>a</p>\n\n<p>b</p>\n', ['<p>a</p>\n\n', '<p>b</p>\n']],
    ['text without markup', 'One\n\nTwo', ['One\n\nTwo']],
    ['an empty text', '', []],
  ])('STAFF-07 splits %s', (_name, html, blocks) => {
    expect(splitBlocks(html)).toEqual(blocks);
  });
});

describe('a text that two people have changed', () => {
  it.each([
    ['different paragraphs', 'abc', 'Abc', 'abC', 'AbC'],
    ['neighbouring paragraphs', 'abc', 'Abc', 'aBc', 'ABc'],
    ['two paragraphs each, one of them in the same way', 'abc', 'ABc', 'aBC', 'ABC'],
    ['one paragraph and added one after it', 'abc', 'Abc', 'axbc', 'Axbc'],
    ['the beginning and the end by adding paragraphs', 'abc', 'xabc', 'abcy', 'xabcy'],
    ['one paragraph and removed another', 'abcd', 'acd', 'abcD', 'acD'],
    ['the same paragraphs in the same way', 'abc', 'aBxc', 'aBxc', 'aBxc'],
  ])('STAFF-07 is merged if they changed %s', (_name, base, mine, theirs, merged) => {
    expect(read(merge(base, mine, theirs))).toBe(merged);
    expect(read(merge(base, theirs, mine))).toBe(merged);
  });

  it.each([
    ['the same paragraph', 'abc', 'aXc', 'aYc', 'a[X|Y]c'],
    ['the same position by adding paragraphs', 'abc', 'axbc', 'aybc', 'a[x|y]bc'],
    ['a paragraph that the other has removed', 'abc', 'ac', 'aYc', 'a[|Y]c'],
    ['one of several paragraphs that the other has removed', 'abcd', 'a', 'abCd', 'a[|bCd]'],
    ['two paragraphs, one of them in the same way', 'abcd', 'AXcd', 'AYcD', 'A[X|Y]cD'],
    ['a text without a known base', '', 'ab', 'ac', '[ab|ac]'],
  ])('STAFF-07 has a conflict if they changed %s', (_name, base, mine, theirs, merged) => {
    expect(read(merge(base, mine, theirs))).toBe(merged);
  });

  it('STAFF-07 is merged although the white space between blocks differs', () => {
    const base = '<p>a</p>\n<p>b</p>\n';
    const parts = mergeTexts({ base, mine: '<p>A</p><p>b</p>', theirs: '<p>a</p>\n<p>B</p>\n' });
    expect(read(parts).replace(/\s/g, '')).toBe('AB');
  });

  it('STAFF-07 has a single conflict if there are too many different blocks to compare', () => {
    const createLongText = (name: string): string => paragraphs(...Array.from({ length: 3000 }, (_, index) => `${name}${index}`));
    const started = performance.now();
    const parts = mergeTexts({ base: createLongText('a'), mine: createLongText('b'), theirs: createLongText('c') });
    expect(parts.filter(isConflict)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
  /** Returns a text with some blocks removed, changed and added. `side` distinguishes the additions. */
  const arbitraryEdit = (base: readonly string[], side: string) =>
    fc
      .array(fc.tuple(fc.nat(base.length), fc.nat(2), fc.nat(2)), { maxLength: 4 })
      .map((edits) =>
        edits.reduce<string[]>(
          (blocks, [at, removed, added], edit) => blocks.toSpliced(at, removed, ...Array.from({ length: added }, (_, index) => `${side}${edit}${index}`)),
          [...base],
        ),
      );
  const versions = text
    .chain((base) => fc.record({ base: fc.constant(base), mine: arbitraryEdit(base, 'm'), theirs: arbitraryEdit(base, 't') }))
    .map(({ base, mine, theirs }) => ({ base: paragraphs(...base), mine: paragraphs(...mine), theirs: paragraphs(...theirs) }));
  const choose = (parts: readonly MergedPart[], side: 'mine' | 'theirs'): string => parts.map((part) => ('text' in part ? part.text : part[side])).join('');

  it('STAFF-07 keeps every block that either person has added', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const parts = mergeTexts({ base, mine, theirs });
        const all = parts.map((part) => ('text' in part ? part.text : part.mine + part.theirs)).join('');
        for (const block of [...splitBlocks(mine), ...splitBlocks(theirs)]) if (/[mt]/.test(block.slice(3, 4))) expect(all).toContain(block);
      }),
      { seed: SEED },
    );
  });

  it('STAFF-07 has no conflict if only one person changed it, or if both made the same changes', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        for (const [changed, parts] of [
          [mine, mergeTexts({ base, mine, theirs: base })],
          [theirs, mergeTexts({ base, mine: base, theirs })],
          [mine, mergeTexts({ base, mine, theirs: mine })],
        ] as const) {
          expect(parts.some(isConflict)).toBe(false);
          expect(choose(parts, 'mine')).toBe(changed);
        }
      }),
      { seed: SEED },
    );
  });

  it('STAFF-07 has as many conflicts in either order of saving, and does not change if merged again', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const parts = mergeTexts({ base, mine, theirs });
        expect(mergeTexts({ base, mine: theirs, theirs: mine }).filter(isConflict)).toHaveLength(parts.filter(isConflict).length);
        const merged = choose(parts, 'mine');
        if (parts.some(isConflict)) return;
        expect(choose(mergeTexts({ base: theirs, mine: merged, theirs }), 'theirs')).toBe(merged);
      }),
      { seed: SEED },
    );
  });
});
