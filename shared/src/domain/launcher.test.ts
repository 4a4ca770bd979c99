/** @jest-environment node */
import { deferToLauncher } from './launcher.ts';

const SIGNALS = ['SIGINT', 'SIGHUP'] as const;

describe('deferToLauncher', () => {
  const { connected } = process;
  const setConnected = (value: boolean): void => void Object.defineProperty(process, 'connected', { value, configurable: true, writable: true });
  const countListeners = (): number[] => SIGNALS.map((signal) => process.listenerCount(signal));

  afterEach(() => setConnected(connected));

  it("ignores the terminal's signals when another program started this one", () => {
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

  it('ignores no signal when a person started this program', () => {
    setConnected(false);
    const before = countListeners();
    expect(deferToLauncher()).toEqual([]);
    expect(countListeners()).toEqual(before);
  });
});
