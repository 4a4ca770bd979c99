import { getUpcomingUntil, isEventUpcoming } from './event-times.ts';

describe('isEventUpcoming', () => {
  const event = { date: '2026-12-24', time: '4:00 PM', end_time: '6:00 PM', end_date: '', upcoming_override: null };

  it.each([
    ['until its end in Lagos', event, '2026-12-24T16:59:59Z', true],
    ['not after it', event, '2026-12-24T17:00:00Z', false],
    ['until it begins, without an end', { ...event, end_time: '' }, '2026-12-24T14:59:59Z', true],
    ['and then not', { ...event, end_time: '' }, '2026-12-24T15:00:00Z', false],
    ['all day, without a time', { ...event, time: '', end_time: '' }, '2026-12-24T22:59:59Z', true],
    ['and no longer', { ...event, time: '', end_time: '' }, '2026-12-24T23:00:00Z', false],
    ['until the time on its last day', { ...event, end_date: '2026-12-26' }, '2026-12-26T16:59:59Z', true],
    ['and not after it', { ...event, end_date: '2026-12-26' }, '2026-12-26T17:00:00Z', false],
    ['for all of its last day, without an end', { ...event, end_time: '', end_date: '2026-12-26' }, '2026-12-26T22:59:59Z', true],
    ['when staff say so', { ...event, upcoming_override: 1 as const }, '2030-01-01T00:00:00Z', true],
    ['not when staff say not', { ...event, upcoming_override: 0 as const }, '2020-01-01T00:00:00Z', false],
    ['not without a date', { ...event, date: '' }, '2020-01-01T00:00:00Z', false],
  ])('X-10 %s', (_name, row, now, expected) => {
    expect(isEventUpcoming(row, new Date(now))).toBe(expected);
  });

  it('X-10 is never upcoming without a date, whatever its times', () => {
    expect(getUpcomingUntil({ ...event, date: '' })).toBe('');
  });

  it('X-10 is the timestamp of the end, unless staff have set the event to upcoming or past', () => {
    expect(getUpcomingUntil(event)).toBe('2026-12-24T17:00:00.000Z');
    expect(getUpcomingUntil({ ...event, upcoming_override: 1 })).toBe('9999-12-31T23:59:59.999Z');
    expect(getUpcomingUntil({ ...event, upcoming_override: 0 })).toBe('');
  });
});
