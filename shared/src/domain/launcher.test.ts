/** @jest-environment node */
import { deferToLauncher } from './launcher.ts';

const SIGNALS = ['SIGINT', 'SIGHUP'] as const;

describe('deferToLauncher', () => {
  const { connected } = process;
  const setConnected = (value: boolean): void => void Object.defineProperty(process, 'connected', { value, configurable: true, writable: true });
  const countListeners = (): number[] => SIGNALS.map((signal) => process.listenerCount(signal));

  afterEach(() => setConnected(connected));

  it('ignores the signals of the terminal when another program has started this one', () => {
    setConnected(true);
    const before = SIGNALS.map((signal) => process.listeners(signal));
    try {
      expect(deferToLauncher()).toEqual(SIGNALS);
      expect(countListeners()).toEqual(before.map(({ length }) => length + 1));
    } finally {
      for (const [index, signal] of SIGNALS.entries())
        for (const listener of process.listeners(signal)) if (!before[index]?.includes(listener)) process.removeListener(signal, listener);
    }
  });

  it('ignores none when a person has started it', () => {
    setConnected(false);
    const before = countListeners();
    expect(deferToLauncher()).toEqual([]);
    expect(countListeners()).toEqual(before);
  });
});
