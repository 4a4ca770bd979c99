import { removeOldDraft } from './old-draft.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const visit = (draft: string): string | null => {
  localStorage.setItem('draft', draft);
  removeOldDraft();
  return localStorage.getItem('draft');
};

describe('an unsent form', () => {
  afterEach(() => localStorage.clear());

  it('VOL-12 stays on the device for seven days, whichever page is visited', () => {
    const recentDraft = JSON.stringify({ savedAt: Date.now() - 6 * DAY_MS });

    expect(visit(recentDraft)).toBe(recentDraft);
    expect(visit(JSON.stringify({ savedAt: Date.now() - 7 * DAY_MS }))).toBeNull();
    expect(visit('{}')).toBeNull();
  });

  it('VOL-12 expires for each form separately', () => {
    const old = { savedAt: Date.now() - 8 * DAY_MS };
    const recentDraft = { savedAt: Date.now() - DAY_MS };

    const remaining = visit(JSON.stringify({ ...recentDraft, forms: { volunteer: old, 'school-visit': recentDraft } }));
    expect(JSON.parse(remaining ?? '')).toEqual({ ...recentDraft, forms: { 'school-visit': recentDraft } });
  });

  it('VOL-12 causes no error if it is missing or unreadable', () => {
    removeOldDraft();

    expect(visit('{')).toBe('{');
    expect(visit('null')).toBe('null');
  });
});
