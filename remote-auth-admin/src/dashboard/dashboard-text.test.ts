import { attentionLines, describeActivity, greeting, postsLine, timeAgo, todayLine } from './dashboard-text.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`);

describe('dashboard texts', () => {
  it.each([
    ['00:00', 'Ngozi Okafor', 'Good morning, Ngozi'],
    ['11:59', 'Ngozi', 'Good morning, Ngozi'],
    ['12:00', ' Ngozi  Okafor', 'Good afternoon, Ngozi'],
    ['17:00', 'Ngozi', 'Good evening, Ngozi'],
    ['23:59', '', 'Good evening'],
  ])('NS-01 greets at %s Lagos time', (time, name, text) => {
    expect(greeting(at(time), name)).toBe(text);
  });

  it.each([
    [0, 'Friday, November 20. Nothing needs your attention.'],
    [1, 'Friday, November 20. One thing needs your attention.'],
    [3, 'Friday, November 20. Three things need your attention.'],
    [12, 'Friday, November 20. 12 things need your attention.'],
  ])('NS-01 reports %i things that need attention', (waiting, text) => {
    expect(todayLine(at('18:00'), waiting)).toBe(text);
  });

  it.each([
    [{ draft: 3, scheduled: 1 }, '3 drafts, 1 scheduled'],
    [{ draft: 1, scheduled: 0 }, '1 draft'],
    [{ draft: 0, scheduled: 0 }, 'all published'],
  ])('NS-01 summarises posts: %j', (posts, text) => {
    expect(postsLine({ published: 20, archived: 0, ...posts })).toBe(text);
  });

  it.each([
    ['2026-11-20T11:59:30.000Z', 'just now'],
    ['2026-11-20T11:48:00.000Z', '12 minutes ago'],
    ['2026-11-20T10:00:00.000Z', '2 hours ago'],
    ['2026-11-19T10:00:00.000Z', 'yesterday'],
    ['2026-11-01T10:00:00.000Z', '19 days ago'],
    ['soon', ''],
  ])('NS-01 formats %s relative to now', (iso, text) => {
    expect(timeAgo(iso, Date.parse('2026-11-20T12:00:00.000Z'))).toBe(text);
  });

  it('NS-01 lists what needs attention, with waiting reviews first', () => {
    const item = (kind: 'old-draft' | 'missing-alt' | 'unread-application', title: string) => ({ kind, _id: title, title });
    const lines = attentionLines({
      attention: [item('missing-alt', ''), item('old-draft', 'A'), item('old-draft', 'B'), item('old-draft', 'C'), item('unread-application', 'Tunde')],
      reviews: [{ kind: 'event', _id: 'e1', title: 'Walk', by: 'Amina', at: '2026-11-20T10:00:00.000Z' }],
      brokenLinks: 3,
      samplePictures: 12,
    });

    expect(lines).toEqual([
      { kind: 'review', headline: '“Walk” is waiting for review', detail: 'requested by Amina', to: '/admin/events/e1' },
      { kind: 'unread-application', headline: '1 unread application', detail: '“Tunde”' },
      { kind: 'old-draft', headline: '3 drafts older than 14 days', detail: '“A”, “B” …' },
      { kind: 'missing-alt', headline: '1 photo without alt text', detail: '“Untitled”' },
      { kind: 'broken-link', headline: '3 broken links', detail: 'to other sites, in published texts' },
      { kind: 'sample', headline: '12 sample images left', detail: 'Replace them with your own' },
    ]);
  });
});

describe('describeActivity', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  const item = { kind: 'post' as const, _id: 'p1', title: 'T', at: '2026-11-20T11:58:00.000Z', image: '' };
  it.each([
    ['Ngozi', 'published', ['Title'], 'published by Ngozi 2 minutes ago: Title'],
    ['Ngozi', 'unpublished', [], 'unpublished by Ngozi 2 minutes ago'],
    ['Ngozi', 'autosaved', ['Title', 'Content', 'Tags', 'Slug', 'Excerpt'], 'changed by Ngozi 2 minutes ago: Title, Content, Tags and 2 more'],
    ['', 'saved', [], 'changed 2 minutes ago'],
  ] as const)('STAFF-09 by “%s”, %s %j: says “%s”', (by, act, changed, text) => {
    expect(describeActivity({ ...item, by, act, changed: [...changed] }, now)).toBe(text);
  });
});
