import { dateTile, daysUntil, formatHours, startMoment } from './event-time.ts';

describe('dateTile', () => {
  it.each([
    ['2026-12-12', { month: 'December', day: '12' }],
    ['2026-12-31T23:00:00Z', { month: 'January', day: '1' }],
    ['2026-12-31T22:59:59Z', { month: 'December', day: '31' }],
  ])('EVT-04 reads %s in Lagos', (date, expected) => {
    expect(dateTile(date)).toEqual(expected);
  });

  it.each([null, 'soon'])('is nothing for %p', (date) => {
    expect(dateTile(date)).toBeNull();
  });
});

describe('daysUntil', () => {
  it.each([
    ['today, late', '2026-11-20', '2026-11-20T22:59:00Z', 0],
    ['tomorrow, once midnight passed in Lagos', '2026-11-22', '2026-11-20T23:00:00Z', 1],
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
    expect(formatHours(time, endTime)).toBe(expected);
  });
});

describe('startMoment', () => {
  it.each([
    ['4:00 PM', '2026-12-12T16:00:00+01:00'],
    ['12:30 am', '2026-12-12T00:30:00+01:00'],
    ['12 PM', '2026-12-12T12:00:00+01:00'],
    ['09:15', '2026-12-12T09:15:00+01:00'],
    ['after school', '2026-12-12'],
    ['', '2026-12-12'],
  ])('reads "%s"', (time, expected) => {
    expect(startMoment('2026-12-12', time)).toBe(expected);
  });
});
