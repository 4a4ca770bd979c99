/** A terminal sends these to every process that it runs. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP'] as const;

/**
 * Lets the program that started this one with an IPC channel end it: this process ignores the signals of the terminal, which that program receives too, so that one
 * Ctrl+C is not taken for two. Returns the signals that are ignored: none without such a program.
 */
export const deferToLauncher = (): (typeof TERMINAL_SIGNALS)[number][] => {
  if (!process.connected) return [];
  for (const signal of TERMINAL_SIGNALS) process.on(signal, () => undefined);
  return [...TERMINAL_SIGNALS];
};
