/** Signals that a terminal sends to every process that it runs. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP'] as const;

/**
 * Lets the launcher, the program that started this process with an IPC channel, decide when this process ends. The terminal sends its signals to both, so this
 * process ignores them; otherwise one Ctrl+C would count twice. Returns the ignored signals: none without a launcher.
 */
export const deferToLauncher = (): (typeof TERMINAL_SIGNALS)[number][] => {
  if (!process.connected) return [];
  for (const signal of TERMINAL_SIGNALS) process.on(signal, () => undefined);
  return [...TERMINAL_SIGNALS];
};
