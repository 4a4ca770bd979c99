import { classifyLink, getNightDate, type LinkFaultReason, type LinkOutcome } from './link-status.ts';

const CHECK_HOUR = 3;
const FIRST_NIGHT = new Date('2026-11-20T02:30:00.000Z');
const SAME_NIGHT = new Date('2026-11-20T20:00:00.000Z');
const SECOND_NIGHT = new Date('2026-11-21T02:30:00.000Z');
const NEW_LINK = { failedAt: null, failures: 0 };
const toResponse = (httpStatus: number): LinkOutcome => ({ kind: 'response', httpStatus });
const fault = (reason: LinkFaultReason): LinkOutcome => ({ kind: 'fault', reason });

describe('classifyLink', () => {
  it.each([200, 204, 299, 304])('STAFF-18 %s works, whatever the previous result was', (status) => {
    const before = { failedAt: FIRST_NIGHT.toISOString(), failures: 3 };
    expect(classifyLink(before, toResponse(status), SECOND_NIGHT, CHECK_HOUR)).toEqual({
      state: 'works',
      reason: '',
      httpStatus: status,
      failedAt: null,
      failures: 0,
    });
  });

  it.each([404, 410])('STAFF-18 %s is broken at once', (status) => {
    expect(classifyLink(NEW_LINK, toResponse(status), FIRST_NIGHT, CHECK_HOUR)).toMatchObject({ state: 'broken', reason: 'http', httpStatus: status });
  });

  it.each([401, 403, 405, 429, 451, 999])('STAFF-18 %s cannot be checked: the site refuses programs', (status) => {
    expect(classifyLink(NEW_LINK, toResponse(status), FIRST_NIGHT, CHECK_HOUR)).toMatchObject({ state: 'unverifiable', httpStatus: status, failedAt: null });
  });

  it.each(['private-address', 'address', 'untrusted'] as const)('STAFF-18 %s cannot be checked', (reason) => {
    expect(classifyLink(NEW_LINK, fault(reason), FIRST_NIGHT, CHECK_HOUR)).toMatchObject({ state: 'unverifiable', reason, httpStatus: null });
  });

  it.each([toResponse(500), toResponse(503), toResponse(400), fault('no-such-host'), fault('no-answer'), fault('certificate'), fault('redirects')])(
    'STAFF-18 $httpStatus$reason is broken when it fails in a second night, not twice in one',
    (outcome) => {
      const first = classifyLink(NEW_LINK, outcome, FIRST_NIGHT, CHECK_HOUR);
      expect(first).toMatchObject({ state: 'failing', failedAt: FIRST_NIGHT.toISOString(), failures: 1 });
      expect(classifyLink(first, outcome, SAME_NIGHT, CHECK_HOUR)).toMatchObject({ state: 'failing', failures: 2 });
      expect(classifyLink(first, outcome, SECOND_NIGHT, CHECK_HOUR)).toMatchObject({ state: 'broken', failedAt: FIRST_NIGHT.toISOString(), failures: 2 });
    },
  );
});

describe('getNightDate', () => {
  it.each([
    ['2026-11-20T01:59:59.000Z', '2026-11-19'],
    ['2026-11-20T02:00:00.000Z', '2026-11-20'],
    ['2026-11-20T22:59:59.000Z', '2026-11-20'],
    ['2026-11-21T01:59:59.000Z', '2026-11-20'],
  ])('%s is of the night that began at 3 in Lagos on %s', (now, night) => {
    expect(getNightDate(new Date(now), CHECK_HOUR)).toBe(night);
  });
});
