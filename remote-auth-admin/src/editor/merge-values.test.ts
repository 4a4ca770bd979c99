import { findConflicts, findDifference, mergeValues } from './merge-values.ts';

const base = { title: 'Walk', category: 'Schools', content: '<p>One.</p>', slug: 'walk' };
const NAMES = Object.keys(base);

describe('two versions of a document', () => {
  it('STAFF-07 of different fields are joined, and nothing is lost', () => {
    const versions = { base, mine: { ...base, title: 'Our walk' }, theirs: { ...base, content: '<p>Two.</p>', slug: 'walk-2' } };

    expect(findConflicts(NAMES, versions)).toEqual([]);
    expect(mergeValues(versions)).toEqual({ title: 'Our walk', category: 'Schools', content: '<p>Two.</p>', slug: 'walk-2' });
  });

  it('STAFF-07 of the same field are a conflict, and each field can be taken from either', () => {
    const versions = {
      base,
      mine: { ...base, title: 'Our walk', content: '<p>Mine.</p>' },
      theirs: { ...base, title: 'Their walk', content: '<p>Theirs.</p>' },
    };

    expect(findConflicts(NAMES, versions)).toEqual(['title', 'content']);
    expect(mergeValues(versions)).toMatchObject({ title: 'Our walk', content: '<p>Mine.</p>' });
    expect(mergeValues(versions, new Set(['content']))).toMatchObject({ title: 'Our walk', content: '<p>Theirs.</p>' });
  });

  it('STAFF-07 the same change by both is none', () => {
    const changed = { ...base, title: 'Our walk' };

    expect(findConflicts(NAMES, { base, mine: changed, theirs: { ...changed, category: ' Schools ' } })).toEqual([]);
  });

  it.each([
    ['entered here', 'Walk', ' Walk '],
    ['of the stored text', ' Walk ', 'Walk'],
  ])('STAFF-07 white space %s around a text is no change', (_where, stored, entered) => {
    const versions = { base: { ...base, title: stored }, mine: { ...base, title: entered }, theirs: { ...base, title: 'Their walk' } };

    expect(findConflicts(NAMES, versions)).toEqual([]);
    expect(mergeValues(versions)).toMatchObject({ title: 'Their walk' });
  });

  it.each([
    ['We met on Monday at noon.', 'We met on Friday at noon.', 'Monday'],
    ['One.', 'One. Two.', 'One.'],
    ['Same', 'Same', ''],
    ['', 'More', ''],
  ])('STAFF-07 marks what is different in %j, beside %j', (text, other, marked) => {
    expect(text.slice(...findDifference(text, other))).toBe(marked);
  });
});
