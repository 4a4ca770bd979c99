import { postKind } from '@site/shared/contracts/post';
import { findConflicts, mergeValues } from './merge-values.ts';

const base = { title: 'Walk', category: 'Schools', content: '<p>One.</p>', slug: 'walk' };
const NAMES = Object.keys(base);

describe('merging two versions of a document', () => {
  it('STAFF-07 merges changes to different fields', () => {
    const versions = { base, mine: { ...base, title: 'Our walk' }, theirs: { ...base, content: '<p>Two.</p>', slug: 'walk-2' } };

    expect(findConflicts(postKind, NAMES, versions)).toEqual([]);
    expect(mergeValues(postKind, versions)).toEqual({ title: 'Our walk', category: 'Schools', content: '<p>Two.</p>', slug: 'walk-2' });
  });

  it('STAFF-07 reports changes to the same field as a conflict, and accepts either value', () => {
    const versions = {
      base,
      mine: { ...base, title: 'Our walk', content: '<p>Mine.</p>' },
      theirs: { ...base, title: 'Their walk', content: '<p>Theirs.</p>' },
    };

    expect(findConflicts(postKind, NAMES, versions)).toEqual([
      { name: 'title', key: 'title-0', mine: 'Our walk', theirs: 'Their walk' },
      { name: 'content', key: 'content-1', mine: '<p>Mine.</p>', theirs: '<p>Theirs.</p>' },
    ]);
    expect(mergeValues(postKind, versions)).toMatchObject({ title: 'Our walk', content: '<p>Mine.</p>' });
    expect(mergeValues(postKind, versions, new Set(['content-1']))).toMatchObject({ title: 'Our walk', content: '<p>Theirs.</p>' });
  });

  it('STAFF-07 reports no conflict if both made the same change', () => {
    const changed = { ...base, title: 'Our walk' };

    expect(findConflicts(postKind, NAMES, { base, mine: changed, theirs: { ...changed, category: ' Schools ' } })).toEqual([]);
  });

  it.each([
    ['entered', 'Walk', ' Walk '],
    ['stored', ' Walk ', 'Walk'],
  ])('STAFF-07 ignores white space around the %s text', (_where, stored, entered) => {
    const versions = { base: { ...base, title: stored }, mine: { ...base, title: entered }, theirs: { ...base, title: 'Their walk' } };

    expect(findConflicts(postKind, NAMES, versions)).toEqual([]);
    expect(mergeValues(postKind, versions)).toMatchObject({ title: 'Their walk' });
  });

  it('STAFF-07 merges rich text by paragraph, and plain text as a whole', () => {
    const text = { ...base, title: 'A <p>walk</p>', content: '<p>One.</p><p>Two.</p>' };
    const versions = {
      base: text,
      mine: { ...text, title: 'B <p>walk</p>', content: '<p>Mine.</p><p>Two.</p>' },
      theirs: { ...text, title: 'A <p>ride</p>', content: '<p>One.</p><p>Theirs.</p>' },
    };

    expect(findConflicts(postKind, NAMES, versions).map(({ name }) => name)).toEqual(['title']);
    expect(mergeValues(postKind, versions)).toMatchObject({ title: 'B <p>walk</p>', content: '<p>Mine.</p><p>Theirs.</p>' });
  });
});
