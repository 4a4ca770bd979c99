/** @jest-environment node */
import { createHeldResponses } from './held-responses.ts';

const MIB = 1024 * 1024;

const setUp = (limitBytes = 4 * MIB) => {
  const held = createHeldResponses(limitBytes);
  const closed: string[] = [];
  const hold = (address: string, name: string, body = Buffer.alloc(MIB, name)) =>
    held.hold({ name, body, address, close: () => closed.push(`${address} ${name}`) });
  return { held, hold, closed };
};

describe('responses that wait for their clients', () => {
  it('SEC-02 use limited memory, at the expense of the address that holds the most', () => {
    const { held, hold, closed } = setUp();
    hold('visitor', 'a');
    for (let index = 0; index < 140; index += 1) hold(`attacker ${index % 3}`, `x${index}`, Buffer.alloc(MIB, index));

    expect(held.size()).toBeLessThanOrEqual(4 * MIB);
    expect(closed.filter((name) => name.startsWith('visitor'))).toEqual([]);
  });

  it('SEC-02 are stored once if they are equal, so that many visitors at one address need little memory', () => {
    const { held, hold, closed } = setUp();
    const responses = Array.from({ length: 300 }, () => hold('a school', 'a'));
    expect([held.size(), closed]).toEqual([MIB, []]);
    hold('a school', 'a', Buffer.alloc(MIB, 'changed'));
    expect(held.size()).toBe(2 * MIB);

    for (const { release } of responses) release();
    expect(held.size()).toBe(MIB);
  });

  it('SEC-02 are closed first if their client reads nothing', async () => {
    const { hold, closed } = setUp();
    const [first] = [hold('one', 'a'), hold('one', 'b'), hold('one', 'c'), hold('one', 'd')];
    let slices = 0;
    for await (const _slice of first.stream) {
      slices += 1;
      if (slices === 2) break;
    }
    hold('another', 'e');

    expect(closed).toEqual(['one b']);
  });

  it('SEC-02 are closed when a client reads nothing for a minute', async () => {
    jest.useFakeTimers();
    const { held, hold, closed } = setUp();
    hold('one', 'a');
    jest.advanceTimersByTime(60_001);
    jest.useRealTimers();

    expect([held.size(), closed]).toEqual([0, ['one a']]);
  });

  it('arrive complete', async () => {
    const { hold } = setUp();
    const body = Buffer.from(Array.from({ length: 200_000 }, (_value, index) => index % 251));
    const parts: Buffer[] = [];
    for await (const part of hold('one', 'a', body).stream) parts.push(part);

    expect(Buffer.concat(parts).equals(body)).toBe(true);
  });
});
