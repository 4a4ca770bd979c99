import { DRAFT_LIFETIME_MS, readDraft, removeDraft, saveDraft } from './form-draft.ts';

const SADE = { name: 'Sade L.' };
const BISI = { school: 'Unity Secondary School' };
const readStored = () => JSON.parse(localStorage.getItem('draft') ?? 'null');

describe('the drafts of two forms', () => {
  beforeEach(() => localStorage.clear());

  it('VOL-12 are deleted separately, but share the key that the quick exit deletes', () => {
    saveDraft('volunteer', SADE, false);
    saveDraft('school-visit', BISI, true);
    expect([readDraft('volunteer')?.values, readDraft('school-visit')?.values]).toEqual([SADE, BISI]);
    expect(Object.keys(localStorage)).toEqual(['draft']);

    removeDraft('volunteer');
    expect([readDraft('volunteer'), readDraft('school-visit')?.isQueued]).toEqual([null, true]);
    saveDraft('school-visit', { school: '' }, false);
    expect(localStorage.length).toBe(0);
  });

  it('VOL-12 expire separately, seven days after their last change', () => {
    saveDraft('volunteer', SADE, false);
    const { forms } = readStored();
    forms.volunteer.savedAt -= DRAFT_LIFETIME_MS;
    localStorage.setItem('draft', JSON.stringify({ savedAt: 0, forms }));

    saveDraft('school-visit', BISI, false);
    expect(Object.keys(readStored().forms)).toEqual(['school-visit']);
    expect(readStored().savedAt).toBe(readDraft('school-visit')?.savedAt);
  });

  it('VOL-12 include the draft of the volunteer form from an earlier release', () => {
    const oldDraft = { values: SADE, idempotencyKey: 'a'.repeat(32), isQueued: true, savedAt: Date.now() };
    localStorage.setItem('draft', JSON.stringify(oldDraft));

    expect(readDraft('volunteer')).toEqual(oldDraft);
  });
});
