/** Signals that a terminal sends to all its processes. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP'] as const;

/**
 * Lets the launcher, the program that started this process with an IPC channel, decide when this process ends. The terminal signals both processes, so this
 * process ignores the signals; otherwise one Ctrl+C would count twice. Returns the ignored signals: none without a launcher.
 */
export const deferToLauncher = (): (typeof TERMINAL_SIGNALS)[number][] => {
  if (!process.connected) return [];
  for (const signal of TERMINAL_SIGNALS) process.on(signal, () => undefined);
  return [...TERMINAL_SIGNALS];
};
