import { eventFixture } from '@site/shared/testing/event-fixture';
import { dateTile, daysUntil, formatTimeRange, getNextEventEnd, getStartTimestamp } from './event-time.ts';

describe('dateTile', () => {
  it.each([
    ['2026-12-12', { month: 'December', day: '12' }],
    ['2026-12-31T23:00:00Z', { month: 'January', day: '1' }],
    ['2026-12-31T22:59:59Z', { month: 'December', day: '31' }],
  ])('EVT-04 converts %s to Lagos time', (date, expected) => {
    expect(dateTile(date)).toEqual(expected);
  });

  it.each([null, 'soon'])('returns null for %p', (date) => {
    expect(dateTile(date)).toBeNull();
  });
});

describe('daysUntil', () => {
  it.each([
    ['today, late', '2026-11-20', '2026-11-20T22:59:00Z', 0],
    ['tomorrow, after midnight in Lagos', '2026-11-22', '2026-11-20T23:00:00Z', 1],
    ['next year', '2027-01-01', '2026-12-31T12:00:00Z', 1],
    ['past', '2026-11-18', '2026-11-20T12:00:00Z', -2],
  ])('counts calendar days: %s', (_, date, now, days) => {
    expect(daysUntil(date, Date.parse(now))).toBe(days);
  });
});

describe('formatHours', () => {
  it.each([
    ['4:00 PM', '8:00 PM', '4:00 PM to 8:00 PM'],
    ['4:00 PM', '', '4:00 PM'],
    ['', '', ''],
  ])('joins "%s" and "%s"', (time, endTime, expected) => {
    expect(formatTimeRange(time, endTime)).toBe(expected);
  });
});

describe('getStartTimestamp', () => {
  it.each([
    ['4:00 PM', '2026-12-12T16:00:00+01:00'],
    ['12:30 am', '2026-12-12T00:30:00+01:00'],
    ['12 PM', '2026-12-12T12:00:00+01:00'],
    ['09:15', '2026-12-12T09:15:00+01:00'],
    ['after school', '2026-12-12'],
    ['', '2026-12-12'],
  ])('parses "%s"', (time, expected) => {
    expect(getStartTimestamp('2026-12-12', time)).toBe(expected);
  });
});

const NOW = Date.parse('2026-12-31T12:00:00Z');

describe('getNextEventEnd', () => {
  it.each([
    ['the end of an event', { date: '2026-12-31', time: '4:00 PM', endTime: '8:00 PM' }, '2026-12-31T19:00:00Z'],
    ['the start of an event without an end', { date: '2026-12-31', time: '4:00 PM', endTime: '' }, '2026-12-31T15:00:00Z'],
    ['midnight in Lagos for an event without a time', { date: '2026-12-31', time: '', endTime: '' }, '2026-12-31T23:00:00Z'],
    ['midnight in Lagos for an event with a date-time', { date: '2026-12-31T23:30:00Z', time: '', endTime: '' }, '2027-01-01T23:00:00Z'],
  ])('X-10 returns %s', (_, changes, expected) => {
    expect(getNextEventEnd([eventFixture(changes)], NOW)).toBe(Date.parse(expected));
  });

  it('X-10 returns the end of the upcoming event that ends first', () => {
    const events = [
      eventFixture({ date: '2027-02-01' }),
      eventFixture({ date: '2027-01-01' }),
      eventFixture({ date: '2026-12-31', isUpcoming: false }),
      eventFixture({ date: null }),
    ];
    expect(getNextEventEnd(events, NOW)).toBe(Date.parse('2027-01-01T19:00:00Z'));
  });

  it('X-10 includes events that ended less than a minute ago, but not events that staff keep upcoming', () => {
    const event = eventFixture({ date: '2026-12-31', time: '11:00 AM', endTime: '1:00 PM' });
    expect(getNextEventEnd([event], NOW + 59_000)).toBe(NOW);
    expect(getNextEventEnd([event], NOW + 60_000)).toBeNull();
    expect(getNextEventEnd([], NOW)).toBeNull();
  });
});
