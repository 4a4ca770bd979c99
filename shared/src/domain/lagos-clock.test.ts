import { lagosClock } from './lagos-clock.ts';

describe('lagosClock', () => {
  it('X-11 shows what the calendar of Africa/Lagos shows, over sixty years and all hours', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', dateStyle: 'short', timeStyle: 'medium' });
    const oddStepMs = 11 * 86_400_000 + 5 * 3_600_000 + 7 * 60_000 + 1000;
    for (let moment = Date.UTC(1990, 0, 1); moment < Date.UTC(2050, 0, 1); moment += oddStepMs) {
      expect(lagosClock(moment)?.toISOString().slice(0, 19).replace('T', ' ')).toBe(calendar.format(moment));
    }
  });

  it.each([
    ['a day, which begins in UTC', '2026-11-20', '2026-11-20T01:00'],
    ['a moment', '2026-12-31T23:00:00Z', '2027-01-01T00:00'],
    ['a moment with an offset', '2026-11-21T00:30:00+01:00', '2026-11-21T00:30'],
  ])('X-11 reads %s', (_, date, clock) => {
    expect(lagosClock(date)?.toISOString().slice(0, 16)).toBe(clock);
  });

  it.each([null, '', 'soon', Number.NaN])('X-11 is null for %p', (value) => {
    expect(lagosClock(value)).toBeNull();
  });
});
