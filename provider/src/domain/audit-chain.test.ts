import { type ChainedEntry, createRangeTest, formatRanges, hashDetails, hashEntry, isSameHash, sealHead } from './audit-chain.ts';

const ENTRY: ChainedEntry = {
  number: 7,
  at: '2026-11-30T08:00:00.000Z',
  category: 'content',
  action: 'update',
  outcome: 'done',
  actor_id: 'a1',
  actor_role: 'editor',
  subject_kind: 'post',
  subject_id: 'p1',
  facts: '{}',
  details_hash: 'd1',
  previous_hash: 'h1',
};

describe('hashEntry', () => {
  it('is the hash that existing chains have', () => {
    expect(hashEntry('key', ENTRY)).toBe('8be2f7a9a21be48611cb94c666430c8f79d6512a9babd50bb5e0620d47306a8f');
  });

  it.each(Object.keys(ENTRY))('covers %s', (part) => {
    const changedEntry = { ...ENTRY, [part]: part === 'number' ? 8 : 'changed' };
    expect(hashEntry('key', changedEntry)).not.toBe(hashEntry('key', ENTRY));
  });

  it('differs with another key', () => {
    expect(hashEntry('other', ENTRY)).not.toBe(hashEntry('key', ENTRY));
  });
});

describe('sealHead', () => {
  it('is the seal that existing chains have', () => {
    expect(sealHead('key', 7, 'h1')).toBe('dcdc6bbf93c21e87a9d65ee30808eb0e017b3e2e5c16f1aa334f2e48ab92293d');
  });

  it.each([
    ['key', sealHead('other', 7, 'h1')],
    ['number', sealHead('key', 8, 'h1')],
    ['hash', sealHead('key', 7, 'h2')],
  ])('differs with another %s', (_, seal) => {
    expect(seal).not.toBe(sealHead('key', 7, 'h1'));
  });
});

describe('hashDetails', () => {
  it('is the hash that existing entries have', () => {
    expect(hashDetails('salt', 'details', 'text')).toBe('670ba5aa72a5141d216e2be0cf93598d2651c5aa2cc5823f44aa034ec13ca4b7');
  });

  it('separates its parts', () => {
    expect(hashDetails('salt', 'ab', 'c')).not.toBe(hashDetails('salt', 'a', 'bc'));
    expect(hashDetails('salta', 'b', 'c')).not.toBe(hashDetails('salt', 'ab', 'c'));
  });
});

describe('isSameHash', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'abcd', false],
    ['', 'abc', false],
  ])('compares "%s" and "%s"', (a, b, expected) => {
    expect(isSameHash(a, b)).toBe(expected);
  });
});

describe('ranges of numbers', () => {
  it.each([
    [[], ''],
    [[4], '4'],
    [[1, 2, 3, 7], '1-3,7'],
    [[1, 3, 4, 6, 7, 8], '1,3-4,6-8'],
  ])('writes %j as "%s"', (numbers, text) => {
    expect(formatRanges(numbers)).toBe(text);
  });

  it.each([
    [['1-3,7'], [1, 2, 3, 7]],
    [
      ['12', '5-6'],
      [5, 6, 12],
    ],
    [[], []],
    [[''], []],
  ])('reads %j', (texts, numbers) => {
    const isInRange = createRangeTest(texts);
    expect(Array.from({ length: 15 }, (_, index) => index + 1).filter(isInRange)).toEqual(numbers);
  });
});
