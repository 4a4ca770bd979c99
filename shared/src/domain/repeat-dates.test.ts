/** @jest-environment node */
import { listRepeatDates, MAX_REPEATS, moveDay, type RepeatRule } from './repeat-dates.ts';

describe('listRepeatDates', () => {
  it.each<[string, string, RepeatRule, readonly string[]]>([
    ['2026-12-18', '2027-01-08', 'weekly', ['2026-12-25', '2027-01-01', '2027-01-08']],
    ['2026-12-18', '2027-01-20', 'every-two-weeks', ['2027-01-01', '2027-01-15']],
    ['2026-11-30', '2027-03-31', 'monthly-by-date', ['2026-12-30', '2027-01-30', '2027-03-30']],
    // The third Friday.
    ['2026-11-20', '2027-02-28', 'monthly-by-weekday', ['2026-12-18', '2027-01-15', '2027-02-19']],
    // Only some months have a fifth Sunday.
    ['2026-11-29', '2027-06-30', 'monthly-by-weekday', ['2027-01-31', '2027-05-30']],
    ['2026-11-20', '2026-11-20', 'weekly', []],
    ['', '2026-11-20', 'weekly', []],
    ['2026-11-20', '', 'weekly', []],
    ['2026-11-20', '2026-11-27', 'weekly', ['2026-11-27']],
    ['2026-11-20', '2026-11-26', 'weekly', []],
    ['2026-11-20', '2026-12-19', 'monthly-by-date', []],
    // The first and the last day of a month.
    ['2026-11-01', '2027-02-01', 'monthly-by-weekday', ['2026-12-06', '2027-01-03']],
    ['2026-12-31', '2027-05-31', 'monthly-by-date', ['2027-01-31', '2027-03-31', '2027-05-31']],
    ['2026-11-07', '2026-12-31', 'monthly-by-weekday', ['2026-12-05']],
    ['2026-11-08', '2026-12-31', 'monthly-by-weekday', ['2026-12-13']],
  ])('STAFF-26 from %s to %s %s', (first, last, rule, dates) => {
    expect(listRepeatDates(first, last, rule)).toEqual(dates);
  });

  it('STAFF-26 ends after a year of weekly repeats', () => {
    expect(listRepeatDates('2026-01-01', '2099-01-01', 'weekly')).toHaveLength(MAX_REPEATS);
    expect(listRepeatDates('2026-01-31', '2099-01-01', 'monthly-by-date')).toHaveLength(MAX_REPEATS);
  });

  it('STAFF-26 moves the last day together with the first', () => {
    expect(moveDay('2026-12-20', '2026-12-18', '2027-02-28')).toBe('2027-03-02');
  });
});
