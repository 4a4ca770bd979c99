import { fakeToken, tokenExpiringAt } from '../testing/test-client.ts';
import { createServerClock, isTokenValid } from './token-expiry.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('isTokenValid', () => {
  it.each([
    ['an expiry in the future', tokenExpiringAt(NOW + 1000), true],
    ['an expiry of now', tokenExpiringAt(NOW), false],
    ['an expiry in the past', tokenExpiringAt(NOW - 1000), false],
    ['no expiry', fakeToken({ sub: 'x' }), false],
    ['an expiry that is not a number', fakeToken({ exp: 'soon' }), false],
    ['the text "abc"', 'abc', false],
    ['an empty text', '', false],
    ['no token', null, false],
  ])('AUTH-06 decides whether a token is valid with %s', (_what, token, expected) => {
    expect(isTokenValid(token, NOW)).toBe(expected);
  });
});

describe('createServerClock', () => {
  it('AUTH-06 follows the server when the device is hours off, and trusts the device otherwise', () => {
    const clock = createServerClock(() => NOW + 3 * 3_600_000);
    clock.sync(new Date(NOW).toUTCString());
    expect(clock.now()).toBe(NOW);

    const accurateClock = createServerClock(() => NOW);
    accurateClock.sync(new Date(NOW - 5000).toUTCString());
    accurateClock.sync('not a date');
    accurateClock.sync(null);
    expect(accurateClock.now()).toBe(NOW);
  });
});
