import { eventFixture } from './event-fixture.ts';
import { nextPassing } from './next-passing.ts';

const NOW = Date.parse('2026-12-31T12:00:00Z');

describe('nextPassing', () => {
  it.each([
    ['the end', { date: '2026-12-31', time: '4:00 PM', endTime: '8:00 PM' }, '2026-12-31T19:00:00Z'],
    ['the beginning, without an end', { date: '2026-12-31', time: '4:00 PM', endTime: '' }, '2026-12-31T15:00:00Z'],
    ['midnight in Lagos, without a time', { date: '2026-12-31', time: '', endTime: '' }, '2026-12-31T23:00:00Z'],
    ['midnight in Lagos of a moment', { date: '2026-12-31T23:30:00Z', time: '', endTime: '' }, '2027-01-01T23:00:00Z'],
  ])('X-10 is %s of an event', (_, changes, expected) => {
    expect(nextPassing([eventFixture(changes)], NOW)).toBe(Date.parse(expected));
  });

  it('X-10 is the earliest of those to come', () => {
    const events = [
      eventFixture({ date: '2027-02-01' }),
      eventFixture({ date: '2027-01-01' }),
      eventFixture({ date: '2026-12-31', isUpcoming: false }),
      eventFixture({ date: null }),
    ];
    expect(nextPassing(events, NOW)).toBe(Date.parse('2027-01-01T19:00:00Z'));
  });

  it('X-10 still counts what passed this minute, and not what staff keep among those to come', () => {
    const event = eventFixture({ date: '2026-12-31', time: '11:00 AM', endTime: '1:00 PM' });
    expect(nextPassing([event], NOW + 59_000)).toBe(NOW);
    expect(nextPassing([event], NOW + 60_000)).toBeNull();
    expect(nextPassing([], NOW)).toBeNull();
  });
});
