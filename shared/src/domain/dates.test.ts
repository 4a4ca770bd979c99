/** @jest-environment node */
import { formatLongDate, formatShortDate, lagosClock } from './dates.ts';

describe('lagosClock', () => {
  it('X-11 shows what the calendar of Africa/Lagos shows, over sixty years and all hours', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', dateStyle: 'short', timeStyle: 'medium' });
    const oddStepMs = 11 * 86_400_000 + 5 * 3_600_000 + 7 * 60_000 + 1000;
    const timestamps: number[] = [];
    for (let timestamp = Date.UTC(1990, 0, 1); timestamp < Date.UTC(2050, 0, 1); timestamp += oddStepMs) timestamps.push(timestamp);
    // Compared at once: thousands of assertions take most of the time.
    const shown = timestamps.map((timestamp) => lagosClock(timestamp)?.toISOString().slice(0, 19).replace('T', ' '));
    expect(shown).toEqual(timestamps.map((timestamp) => calendar.format(timestamp)));
  });

  it.each([
    ['a day, which begins in UTC', '2026-11-20', '2026-11-20T01:00'],
    ['a timestamp', '2026-12-31T23:00:00Z', '2027-01-01T00:00'],
    ['a timestamp with an offset', '2026-11-21T00:30:00+01:00', '2026-11-21T00:30'],
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
