/** @jest-environment node */
import { type Event, getEvent, listEvents } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import ICAL from 'ical.js';
import { getCalendar, getEventCalendar } from './event-calendar.server.ts';

const HOSTILE_TEXT = `A, b; c\\d\r\nEND:VEVENT\nBEGIN:VALARM "q" \u0001\u0000 \u{1F31E} Ilé-Ifẹ̀ ${'ọ̀rọ̀ '.repeat(40)}`;
const NOW = Date.parse('2026-11-20T12:00:00Z');

const parse = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)) };
};

const read = async (events: readonly Event[]) => {
  const result = await getCalendar(hostServicesStub({ responses: [[listEvents, events]] }), AbortSignal.timeout(5000), NOW);
  if (!result.ok) throw new Error(result.error.kind);
  return { text: result.value, ...parse(result.value) };
};

const toUtc = (time: ICAL.Time | null | undefined): string | undefined => time?.toJSDate().toISOString();

describe('getCalendar', () => {
  it('writes an event with its Lagos time, location, URL and a stable id', async () => {
    const { calendar, events } = await read([eventFixture()]);

    const [event] = events;
    expect(events).toHaveLength(1);
    expect(event?.startDate.zone?.tzid).toBe('Africa/Lagos');
    expect(event?.startDate.toString()).toBe('2026-11-21T16:00:00');
    expect([toUtc(event?.startDate), toUtc(event?.endDate)]).toEqual(['2026-11-21T15:00:00.000Z', '2026-11-21T19:00:00.000Z']);
    expect([event?.uid, event?.summary, event?.location]).toEqual(['event-1@bettertomorrow.example', 'Xpression Night', 'Yaba College Hub, Lagos']);
    expect(event?.component.getFirstPropertyValue('url')).toBe('https://bettertomorrow.example/events/event-1');
    expect(event?.description).toBe('Three minutes, one microphone.\n\nhttps://bettertomorrow.example/events/event-1');
    expect(toUtc(event?.component.getFirstPropertyValue('dtstamp') as ICAL.Time)).toBe('2026-11-01T09:00:00.000Z');
    expect([calendar.getFirstPropertyValue('version'), calendar.getFirstPropertyValue('x-wr-calname')]).toEqual(['2.0', 'Better Tomorrow Initiative: Events']);
    expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy();
  });

  it('writes all properties of the calendar before its first component', async () => {
    for (const changes of [{}, { time: '' }]) {
      const { text } = await read([eventFixture(changes)]);
      const properties = text.slice(0, text.indexOf('\r\nBEGIN:V', 20));

      expect(properties).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H');
      expect(properties).toContain('\r\nX-PUBLISHED-TTL:PT1H');
      expect(text.includes('BEGIN:VTIMEZONE')).toBe(changes.time === undefined);
    }
  });

  it.each([
    ['ends just before the new year', { date: '2026-12-31', time: '10:00 PM', endTime: '11:59 PM' }, '2026-12-31T21:00:00.000Z', '2026-12-31T22:59:00.000Z'],
    ['begins in the new year', { date: '2027-01-01', time: '12:00 AM', endTime: '1:30 AM' }, '2026-12-31T23:00:00.000Z', '2027-01-01T00:30:00.000Z'],
    ['has a date-time', { date: '2026-12-31T23:30:00Z', time: '9:00 AM', endTime: '' }, '2027-01-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z'],
  ])('X-10 X-11 has the right times when an event %s', async (_, changes, start, end) => {
    const { events } = await read([eventFixture(changes)]);
    expect([toUtc(events[0]?.startDate), toUtc(events[0]?.endDate)]).toEqual([start, end]);
  });

  it('writes events without a time as all-day events', async () => {
    const { events } = await read([eventFixture({ time: 'after school', endTime: '' })]);
    expect([events[0]?.startDate.isDate, events[0]?.startDate.toString()]).toEqual([true, '2026-11-21']);
  });

  it.each([
    ['with its times', {}, '2026-11-21T15:00:00.000Z', '2026-11-23T19:00:00.000Z'],
    ['until midnight if it has no end time', { endTime: '' }, '2026-11-21T15:00:00.000Z', '2026-11-23T23:00:00.000Z'],
  ])('lasts from the first to the last day %s', async (_, changes, start, end) => {
    const { events } = await read([eventFixture({ endDate: '2026-11-23', ...changes })]);
    expect([toUtc(events[0]?.startDate), toUtc(events[0]?.endDate)]).toEqual([start, end]);
  });

  it('covers whole days if the event has no times', async () => {
    const { events } = await read([eventFixture({ endDate: '2026-11-23', time: '', endTime: '' })]);
    expect([events[0]?.startDate.toString(), events[0]?.endDate.toString()]).toEqual(['2026-11-21', '2026-11-24']);
  });

  it.each([
    ['scheduled', 'CONFIRMED', 'Xpression Night'],
    ['cancelled', 'CANCELLED', 'Cancelled: Xpression Night'],
    ['postponed', 'TENTATIVE', 'Postponed: Xpression Night'],
  ] as const)('says that an event is %s and how to attend it', async (eventStatus, status, summary) => {
    const { events } = await read([eventFixture({ eventStatus, attendanceMode: 'hybrid', agenda: '4:00 PM Tea' })]);
    const [event] = events;
    const value = (name: string) => event?.component.getFirstPropertyValue(name);
    expect([event?.summary, value('status'), value('x-event-status'), value('x-event-attendance-mode')]).toEqual([
      summary,
      status,
      eventStatus.toUpperCase(),
      'HYBRID',
    ]);
    expect(event?.description).toContain('In person and online\n\nThree minutes, one microphone.\n\n4:00 PM Tea');
  });

  it('includes upcoming and recent events, no drafts, and no events without a date', async () => {
    const { events } = await read([
      eventFixture({ _id: 'next' }),
      eventFixture({ _id: 'recent', date: '2026-10-30', isUpcoming: false }),
      eventFixture({ _id: 'long-ago', date: '2026-01-30', isUpcoming: false }),
      eventFixture({ _id: 'draft', status: 'draft' }),
      eventFixture({ _id: 'dateless', date: null }),
    ]);
    expect(events.map(({ uid }) => uid?.split('@')[0])).toEqual(['next', 'recent']);
  });

  it('escapes hostile characters, and wraps lines at 75 bytes', async () => {
    const { text, events } = await read([eventFixture({ title: HOSTILE_TEXT, location: HOSTILE_TEXT, category: HOSTILE_TEXT, description: HOSTILE_TEXT })]);
    const [event] = events;
    expect(events).toHaveLength(1);
    expect(event?.component.getAllSubcomponents()).toEqual([]);
    const expectedText = HOSTILE_TEXT.replace('\u0001\u0000', '').replaceAll('\r\n', '\n');
    expect([event?.summary, event?.location]).toEqual([expectedText, expectedText]);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/(?<!\r)\n/);
  });

  it('writes a calendar without events, and is deterministic', async () => {
    expect((await read([])).events).toEqual([]);
    expect((await read([eventFixture()])).text).toBe((await read([eventFixture()])).text);
  });
});

describe('getEventCalendar', () => {
  const getSingle = (event: unknown) => getEventCalendar(hostServicesStub({ responses: [[getEvent, event]] }), 'event-1', AbortSignal.timeout(5000));

  it('EVD-06 writes a single event', async () => {
    const result = await getSingle(eventFixture());
    expect(result.ok && parse(result.value).events.map(({ summary }) => summary)).toEqual(['Xpression Night']);
  });

  it('X-19 returns not-found for drafts and missing events', async () => {
    expect(await getSingle(eventFixture({ status: 'draft' }))).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(await getSingle(apiError('not-found'))).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });
});
