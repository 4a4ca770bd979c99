import { HUB_DETAILS, SDG_ITEMS, VALUES } from './about/about-content.ts';
import { EBOOK_SLIDES } from './ebook/ebook-content.ts';
import { COMMITMENTS, HERO_SLIDES, TESTIMONIALS } from './home/home-content.ts';
import { IMPACT_STATISTICS } from './impact/impact-content.ts';
import { PROGRAMS } from './programs/programs-content.ts';
import { ADVISORY_BOARD, EXECUTIVE_TEAM } from './team/team-content.ts';

const LISTS: readonly (readonly [string, readonly object[], number, readonly string[]])[] = [
  ['HOME-01 hero slides', HERO_SLIDES, 3, ['image', 'title', 'subtitle', 'description']],
  ['HOME-05 commitment cards', COMMITMENTS, 3, ['title', 'description']],
  ['HOME-08 home statistics', IMPACT_STATISTICS.home, 4, ['number', 'label', 'description']],
  ['IMPACT-02 impact statistics', IMPACT_STATISTICS.impact, 4, ['number', 'label', 'description']],
  ['HOME-10 programs', PROGRAMS, 6, ['title', 'image', 'description', 'link']],
  ['HOME-15 testimonials', TESTIMONIALS, 5, ['name', 'role', 'image', 'quote', 'rating', 'source']],
  ['TEAM-02 executive team', EXECUTIVE_TEAM, 6, ['name', 'role', 'image']],
  ['TEAM-02 advisory board', ADVISORY_BOARD, 5, ['name', 'role', 'image']],
  ['ABOUT-08 hub details', HUB_DETAILS, 4, ['image', 'programs']],
  ['ABOUT-04 SDG items', SDG_ITEMS, 3, ['number', 'title', 'description', 'color', 'icon']],
  ['ABOUT-05 values', VALUES, 5, ['icon', 'title', 'description']],
  ['EBOOK-02 ebook images', EBOOK_SLIDES, 3, ['image', 'alt']],
];

describe('the fixed content', () => {
  it.each(LISTS)('CONST DATA-01 %s are complete', (_, items, count, keys) => {
    expect(items).toHaveLength(count);
    for (const item of items) {
      const values = new Map<string, unknown>(Object.entries(item));
      for (const key of keys) expect(values.get(key)).toBeTruthy();
    }
  });

  it('HOME-11 has the six links in order', () => {
    expect(PROGRAMS.map(({ link }) => link)).toEqual([
      '/programs/navigate',
      '/programs/enable',
      '/programs/internship',
      '/programs/champions',
      '/programs/school-program',
      '/programs/xpression',
    ]);
  });

  it('HOME-15 HOME-18 has Google reviews with ratings from one to five', () => {
    for (const { role, source, rating } of TESTIMONIALS) {
      expect([role, source]).toEqual(['Google Review', 'google']);
      expect(rating).toBeGreaterThanOrEqual(1);
      expect(rating).toBeLessThanOrEqual(5);
    }
  });

  it('TEAM-02 has exactly one chair of the board', () => {
    expect(ADVISORY_BOARD.filter(({ role }) => role.includes('Chair'))).toHaveLength(1);
  });

  it('HOME-01 has slide titles that fit two lines', () => {
    for (const { title } of HERO_SLIDES) expect(title.length).toBeLessThanOrEqual(28);
  });
});
