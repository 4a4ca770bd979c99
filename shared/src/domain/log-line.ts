/** Level numbers of the servers' logger (pino). */
const LEVELS = { info: 30, warn: 40, fatal: 60 } as const;

/** Formats a log line like the servers' logger. Used for messages that appear at every log level, or before a logger exists. */
export const formatLogLine = (level: keyof typeof LEVELS, msg: string, fields: Readonly<Record<string, string | number>> = {}): string =>
  `${JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, ...fields, msg })}\n`;

export const parseLogLine = (line: string): Readonly<Record<string, unknown>> | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

interface WarningLog {
  warn(fields: { readonly reason: string }, message: string): void;
}

/** Writes Node's warnings to a server's log as log lines instead of as plain text. */
export const logProcessWarnings = (log: WarningLog): void => {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ reason: `${name}: ${message}` }, 'warning of the runtime'));
};
