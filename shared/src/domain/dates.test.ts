/** @jest-environment node */
import { formatLongDate, formatMonth, formatShortDate, isDay, LAGOS_OFFSET, lagosClock, SITE_TIME_ZONE, toLagosDay } from './dates.ts';

describe('lagosClock', () => {
  it('X-11 matches the calendar of Africa/Lagos, over sixty years and all hours', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });
    const oddStepMs = 11 * 86_400_000 + 5 * 3_600_000 + 7 * 60_000 + 1000;
    const timestamps: number[] = [];
    for (let timestamp = Date.UTC(1990, 0, 1); timestamp < Date.UTC(2050, 0, 1); timestamp += oddStepMs) timestamps.push(timestamp);
    // Compare all results at once, because thousands of assertions would take most of the test's time.
    const shown = timestamps.map((timestamp) => lagosClock(timestamp)?.toISOString().slice(0, 19).replace('T', ' '));
    expect(shown).toEqual(timestamps.map((timestamp) => calendar.format(timestamp)));
  });

  it.each([
    ['a day, which begins at midnight UTC', '2026-11-20', '2026-11-20T01:00'],
    ['a timestamp', '2026-12-31T23:00:00Z', '2027-01-01T00:00'],
    ['a timestamp with the offset of Lagos', `2026-11-21T00:30:00${LAGOS_OFFSET}`, '2026-11-21T00:30'],
  ])('X-11 reads %s', (_, date, clock) => {
    expect(lagosClock(date)?.toISOString().slice(0, 16)).toBe(clock);
  });

  it.each([null, '', 'soon', Number.NaN])('X-11 is null for %p', (value) => {
    expect(lagosClock(value)).toBeNull();
  });
});

describe('formatLongDate', () => {
  it.each([
    ['a day', '2026-11-20', 'November 20, 2026'],
    ['the last second before midnight in Lagos', '2026-11-20T22:59:59Z', 'November 20, 2026'],
    ['midnight in Lagos', '2026-11-20T23:00:00Z', 'November 21, 2026'],
    ['the last second of the year in Lagos', '2026-12-31T22:59:59Z', 'December 31, 2026'],
    ['the new year in Lagos', '2026-12-31T23:00:00Z', 'January 1, 2027'],
    ['a timestamp with an offset', '2026-11-21T00:30:00+01:00', 'November 21, 2026'],
  ])('POST-03 X-11 writes %s', (_, iso, expected) => {
    expect(formatLongDate(iso)).toBe(expected);
  });

  it.each([null, '', 'soon'])('POST-03 is empty for %p', (value) => {
    expect(formatLongDate(value)).toBe('');
  });
});

describe('formatShortDate', () => {
  it.each([
    ['a day', '2026-11-21', 'Sat, 11/21/2026'],
    ['the last second before midnight in Lagos', '2026-11-20T22:59:59Z', 'Fri, 11/20/2026'],
    ['midnight in Lagos', '2026-11-20T23:00:00Z', 'Sat, 11/21/2026'],
    ['the new year in Lagos', '2026-12-31T23:00:00Z', 'Fri, 01/01/2027'],
  ])('EVT-04 X-11 writes %s', (_, iso, expected) => {
    expect(formatShortDate(iso)).toBe(expected);
  });

  it.each([null, '', 'soon'])('EVT-04 is empty for %p', (value) => {
    expect(formatShortDate(value)).toBe('');
  });
});

describe('the names of months and days', () => {
  it('POST-03 EVT-04 are complete', () => {
    const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-15`);
    const names = months.map((day) => formatMonth(day));
    expect(names.join(' ')).toBe('January February March April May June July August September October November December');
    expect(months.map((day) => formatLongDate(day))).toEqual(names.map((name) => `${name} 15, 2026`));
    const week = Array.from({ length: 7 }, (_, index) => formatShortDate(`2026-11-${15 + index}`).slice(0, 3));
    expect(week.join(' ')).toBe('Sun Mon Tue Wed Thu Fri Sat');
  });

  it.each([
    ['2026-11-30T22:59:59Z', 'November'],
    ['2026-11-30T23:00:00Z', 'December'],
    ['soon', ''],
    [null, ''],
  ])('X-11 are those in Lagos: %s', (iso, month) => {
    expect(formatMonth(iso)).toBe(month);
  });
});

describe('days', () => {
  it('X-11 change at midnight in Lagos', () => {
    expect(toLagosDay(new Date('2026-11-30T22:59:59Z'))).toBe('2026-11-30');
    expect(toLagosDay(new Date('2026-11-30T23:00:00Z'))).toBe('2026-12-01');
  });

  it.each([
    ['2026-11-30', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-11-31', false],
    ['2026-11-3', false],
    ['2026-1-30', false],
    ['+2026-11-30', false],
    ['12026-11-30', false],
    ['+012026-11-30', false],
    ['2026-11', false],
    ['2026-11-300', false],
    ['2026-11-30T00:00', false],
    ['', false],
  ])('are %s: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });
});
