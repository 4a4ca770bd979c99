/** The numbers that the servers' logger (pino) writes. */
const LEVELS = { info: 30, warn: 40, fatal: 60 } as const;

/** A line of a program's log, in the format of the servers' logger, for what has to be written at every level, or before there is a logger. */
export const formatLogLine = (level: keyof typeof LEVELS, msg: string, fields: Readonly<Record<string, string | number>> = {}): string =>
  `${JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, ...fields, msg })}\n`;

/** The fields of a line of a server's log, or undefined for another text. */
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

/** Node writes its warnings as text; in a server they are lines of its log. */
export const logProcessWarnings = (log: WarningLog): void => {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ reason: `${name}: ${message}` }, 'warning of the runtime'));
};
