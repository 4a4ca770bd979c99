import { getCalendarLinks } from './calendar-links.ts';

const event = {
  title: 'Xpression Night & more',
  summary: 'Three minutes, one microphone.',
  location: 'Yaba College Hub, Lagos',
  start: '2026-11-21T16:00:00+01:00',
  endsAt: Date.parse('2026-11-21T20:00:00+01:00'),
};
const url = 'https://site.test/events/1';
const read = (changes: Partial<typeof event & { readonly lastDay: string }> = {}) => {
  const links = getCalendarLinks({ ...event, ...changes }, url);
  const read = (url = '') => Object.fromEntries(new URL(url).searchParams);
  return { google: read(links?.google), outlook: read(links?.outlook) };
};

describe('getCalendarLinks', () => {
  it('EVD-06 includes the title, times, location and page of the event', () => {
    const details = 'Three minutes, one microphone.\n\nhttps://site.test/events/1';

    expect(read().google).toEqual({ action: 'TEMPLATE', text: event.title, dates: '20261121T150000Z/20261121T190000Z', details, location: event.location });
    expect(read().outlook).toMatchObject({ subject: event.title, startdt: '2026-11-21T15:00:00.000Z', enddt: '2026-11-21T19:00:00.000Z', body: details });
  });

  it('assumes that an event without an end lasts an hour', () => {
    expect(read({ endsAt: Date.parse(event.start) }).google.dates).toBe('20261121T150000Z/20261121T160000Z');
  });

  it('marks an event without a time as an all-day event', () => {
    const { google, outlook } = read({ start: '2026-11-21' });

    expect(google.dates).toBe('20261121/20261122');
    expect(outlook).toMatchObject({ startdt: '2026-11-21', enddt: '2026-11-22', allday: 'true' });
  });

  it('covers all days of an event without a time', () => {
    const { google, outlook } = read({ start: '2026-11-21', lastDay: '2026-11-23' });

    expect(google.dates).toBe('20261121/20261124');
    expect(outlook).toMatchObject({ startdt: '2026-11-21', enddt: '2026-11-24', allday: 'true' });
  });

  it('returns null for an event without a date', () => {
    expect(getCalendarLinks({ ...event, start: null }, url)).toBeNull();
  });
});
