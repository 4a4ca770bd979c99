/** @jest-environment node */
import { type EventTimes, eventDay, eventEnd, eventLastDay, eventStart, parseTimeOfDay } from './event-times.ts';

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

describe('parseTimeOfDay', () => {
  it.each([
    ['16:00', 960],
    [' 4:00 PM ', 960],
    ['4 pm', 960],
    ['4.30 p.m.', 990],
    ['11:05am', 665],
    ['12:00 AM', 0],
    ['12:15 PM', 735],
    ['00:00', 0],
    ['23:59', 1439],
    ['24:00', null],
    ['0:30 AM', null],
    ['1:30 AM', 90],
    ['13:00 PM', null],
    ['4:59', 299],
    ['4:60', null],
    ['at 4:00', null],
    ['4:00 sharp', null],
    ['123:00', null],
    ['4:0', null],
    ['noon', null],
    ['4', null],
    ['', null],
  ])('DATA-03 reads "%s" as %p minutes', (text, minutes) => {
    expect(parseTimeOfDay(text)).toBe(minutes);
  });
});

describe('the times of an event', () => {
  const event: EventTimes = { date: '2026-12-24', time: '4:00 PM', endTime: '6:00 PM' };

  it.each([
    ['2026-12-24', '2026-12-24'],
    ['2026-12-24T23:30:00Z', '2026-12-25'],
    ['soon', null],
    [null, null],
  ])('X-10 are on a day in Lagos: %s', (date, day) => {
    expect(eventDay(date)).toBe(day);
  });

  it.each<[string, Partial<EventTimes>, string | null]>([
    ['at their time in Lagos', {}, '2026-12-24T15:00:00.000Z'],
    ['at no time without a time of day', { time: '' }, null],
    ['at no time without a day', { date: null }, null],
  ])('X-10 begin %s', (_, times, start) => {
    expect(toIso(eventStart({ ...event, ...times }))).toBe(start);
  });

  it.each<[string, Partial<EventTimes>, string | null]>([
    ['of several days', { endDate: '2026-12-26' }, '2026-12-26'],
    ['of one day', { endDate: '2026-12-24' }, null],
    ['that ends before its start', { endDate: '2026-12-23' }, null],
    ['without an end', {}, null],
    ['without a start', { date: null, endDate: '2026-12-26' }, null],
  ])('X-10 have a last day only for an event %s', (_, times, day) => {
    expect(eventLastDay({ ...event, ...times })).toBe(day);
  });

  it.each<[string, Partial<EventTimes>, string | null]>([
    ['at the end time', {}, '2026-12-24T17:00:00.000Z'],
    ['at the start time without an end time', { endTime: '' }, '2026-12-24T15:00:00.000Z'],
    ['with the day without times', { time: '', endTime: '' }, '2026-12-24T23:00:00.000Z'],
    ['at the end time on the last day', { endDate: '2026-12-26' }, '2026-12-26T17:00:00.000Z'],
    ['with the last day without an end time', { endTime: '', endDate: '2026-12-26' }, '2026-12-26T23:00:00.000Z'],
    ['never without a day', { date: null }, null],
  ])('X-10 end %s', (_, times, end) => {
    expect(toIso(eventEnd({ ...event, ...times }))).toBe(end);
  });
});
