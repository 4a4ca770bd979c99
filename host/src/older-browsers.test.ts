import { addMissingFeatures } from './older-browsers.ts';

const OWNERS = [
  [URL, ['canParse']],
  [AbortSignal, ['any', 'timeout']],
  [Object, ['hasOwn']],
  [Intl, ['Segmenter']],
  [String.prototype, ['at']],
  [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted']],
] as const;

describe('polyfills for older browsers', () => {
  const natives = OWNERS.map(([owner, names]) => names.map((name) => Object.getOwnPropertyDescriptor(owner, name)));
  beforeAll(() => {
    for (const [owner, names] of OWNERS) for (const name of names) Reflect.deleteProperty(owner, name);
    addMissingFeatures();
  });
  afterAll(() => {
    for (const [index, [owner, names]] of OWNERS.entries())
      for (const [position, name] of names.entries()) Object.defineProperty(owner, name, natives[index]?.[position] ?? {});
  });

  it('are added if they are missing, and cannot be enumerated', () => {
    const list = [3, 1, 2];

    expect([list.at(-1), list.at(0), list.at(3), 'abc'.at(-1)]).toEqual([2, 3, undefined, 'c']);
    expect([list.findLast((each) => each > 1), list.findLastIndex((each) => each > 2), list.findLastIndex((each) => each > 3)]).toEqual([2, 0, -1]);
    expect([list.findLast((each) => each > 3), list.toSorted(), list]).toEqual([undefined, [1, 2, 3], [3, 1, 2]]);
    expect([Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')]).toEqual([true, false]);
    expect([URL.canParse('https://site.test'), URL.canParse('/a'), URL.canParse('/a', 'https://site.test')]).toEqual([true, false, true]);
    expect(Object.keys(Array.prototype)).toEqual([]);
  });

  it('split text between letters, and keep marks with their letter', () => {
    expect([...new Intl.Segmenter('en').segment('ae\u0323\u0301😀b')].map(({ index }) => index)).toEqual([0, 1, 4, 6]);
  });

  it('abort with the first of several signals, or after a timeout', () => {
    jest.useFakeTimers();
    const [first, second] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([first.signal, second.signal]);
    expect(signal.aborted).toBe(false);
    second.abort('reason');
    expect([signal.aborted, signal.reason, AbortSignal.any([second.signal]).aborted]).toEqual([true, 'reason', true]);

    const timeoutSignal = AbortSignal.timeout(100);
    jest.advanceTimersByTime(99);
    expect(timeoutSignal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect([timeoutSignal.aborted, timeoutSignal.reason.name]).toEqual([true, 'TimeoutError']);
    jest.useRealTimers();
  });

  it('keep the abort reason if the signal itself drops it', () => {
    const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason') ?? {};
    Reflect.deleteProperty(AbortSignal.prototype, 'reason');
    jest.useFakeTimers();
    try {
      const timeoutSignal = AbortSignal.timeout(100);
      const combinedSignal = AbortSignal.any([new AbortController().signal, timeoutSignal]);
      jest.advanceTimersByTime(100);
      expect([timeoutSignal.reason.name, combinedSignal.reason.name]).toEqual(['TimeoutError', 'TimeoutError']);
    } finally {
      jest.useRealTimers();
      Object.defineProperty(AbortSignal.prototype, 'reason', reason);
    }
  });
});
