import { RateLimitedError } from '../domain/errors.ts';
import { createAddressLimit, USERS_BEHIND_HOST } from './address-limit.ts';

const PER_MINUTE = 3;
const START = Date.parse('2026-11-20T10:00:00.000Z');

const setUp = () => {
  const clock = { now: new Date(START) };
  const limit = createAddressLimit(() => clock.now, PER_MINUTE);
  const countAllowed = (tries: number, ip: string, headers: object = { 'x-forwarded-for': ip }): number =>
    Array.from({ length: tries }).filter(() => {
      try {
        limit.use({ ip, headers } as Parameters<typeof limit.use>[0]);
        return true;
      } catch (reason) {
        expect(reason).toBeInstanceOf(RateLimitedError);
        return false;
      }
    }).length;
  return { clock, limit, countAllowed };
};

describe('the limit of an IP address', () => {
  it('allows each address the stated number of uses per minute', () => {
    const { clock, countAllowed } = setUp();

    expect([countAllowed(10, '192.0.2.1'), countAllowed(10, '192.0.2.2')]).toEqual([PER_MINUTE, PER_MINUTE]);
    clock.now = new Date(START + 59_999);
    expect(countAllowed(10, '192.0.2.1')).toBe(0);
    clock.now = new Date(START + 60_000);
    expect(countAllowed(10, '192.0.2.1')).toBe(PER_MINUTE);
  });

  it('counts an IPv6 network as one address', () => {
    const { countAllowed } = setUp();

    expect([countAllowed(2, '2001:db8::1'), countAllowed(10, '2001:db8::2')]).toEqual([2, 1]);
  });

  it('gives a host without forwarding headers the limit of all users behind it', () => {
    const { countAllowed } = setUp();

    expect(countAllowed(1000, '127.0.0.1', {})).toBe(PER_MINUTE * USERS_BEHIND_HOST);
  });

  it('returns the number of seconds to wait', () => {
    const { clock, limit, countAllowed } = setUp();
    countAllowed(PER_MINUTE, '192.0.2.1');
    clock.now = new Date(START + 20_000);

    expect(() => limit.use({ ip: '192.0.2.1', headers: { 'x-forwarded-for': '192.0.2.1' } } as never)).toThrow(new RateLimitedError(40));
  });
});
