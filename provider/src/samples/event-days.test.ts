import { eventEnd } from '@site/shared/domain/event-times';
import { getEventDays } from './event-days.ts';
import { SAMPLE_EVENTS } from './events-content.ts';
import type { SampleEvent } from './sample-types.ts';

const DAY_MS = 86_400_000;
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Every day in two years, one of them a leap year, at a time when the next day has already begun in Lagos. */
const START_DATES = Array.from({ length: 731 }, (_, index) => new Date(Date.parse('2027-01-01T23:30:00Z') + index * DAY_MS));

const getDays = ({ days }: SampleEvent, start: Date): readonly string[] => {
  const { first, last } = getEventDays(days, start);
  const length = last === '' ? 1 : Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length }, (_, index) => new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10));
};

const getNames = (days: readonly string[]): readonly string[] => days.map((day) => NAMES[new Date(day).getUTCDay()] ?? '');

const getText = ({ title, description, agenda = '', audience = '' }: SampleEvent): string => [title, description, agenda, audience].join('\n');

const CLAIMS: readonly (readonly [claim: RegExp, isTrue: (names: readonly string[]) => boolean])[] = [
  ...NAMES.map((name) => [new RegExp(`\\b${name}\\b`), (names: readonly string[]) => names.length === 1 && names[0] === name] as const),
  [/two weekends/i, (names) => names.length === 9 && names[0] === 'Saturday' && names.at(-1) === 'Sunday'],
  [/visits week|in five days/i, (names) => names.length === 5 && names[0] === 'Monday' && names.at(-1) === 'Friday'],
  [/two afternoons/i, (names) => names.length === 2],
];

describe('the days of sample events', () => {
  it.each(SAMPLE_EVENTS.map((event) => [event.title, event] as const))('%s: match its text, whatever the day of the first start', (_title, event) => {
    const claims = CLAIMS.filter(([claim]) => claim.test(getText(event)));
    const mismatches = START_DATES.flatMap((start) => {
      const names = getNames(getDays(event, start));
      return claims.filter(([, isTrue]) => !isTrue(names)).map(([claim]) => `${claim} is not true of ${names.join(', ')} (first start ${start.toISOString()})`);
    });

    expect(mismatches).toEqual([]);
  });

  it('at least four of the texts make claims about days', () => {
    expect(SAMPLE_EVENTS.filter((event) => CLAIMS.some(([claim]) => claim.test(getText(event)))).length).toBeGreaterThanOrEqual(4);
  });

  it('are never at Christmas or New Year, and stay before or after the first start as planned', () => {
    for (const start of START_DATES) {
      for (const event of SAMPLE_EVENTS) {
        const days = getDays(event, start);
        expect(days.filter((day) => /-12-(?:2[4-9]|3\d)$|-01-01$/.test(day))).toEqual([]);
        const end = eventEnd({ date: days[0] ?? '', endDate: days.length === 1 ? '' : (days.at(-1) ?? ''), time: event.time, endTime: event.endTime });
        expect((end ?? Number.NaN) > start.getTime()).toBe(event.days.inDays > 0);
      }
    }
  });

  it('are school days for school visits, and weekends for sport and open days', () => {
    for (const start of START_DATES.slice(0, 7)) {
      for (const event of SAMPLE_EVENTS) {
        const names = getNames(getDays(event, start));
        if (/School visits/.test(event.title)) expect(names).not.toContain('Saturday');
        if (/Football|Open day|walk|Graduation/.test(event.title)) expect(['Saturday', 'Sunday']).toContain(names[0]);
      }
    }
  });
});
