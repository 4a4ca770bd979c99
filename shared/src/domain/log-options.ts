import { getLogCode } from './log-codes.ts';

/** Maximum number of lines with the same message per window; the next line after the window says how many were omitted. */
const LINES_PER_WINDOW = 20;
const WINDOW_MS = 10_000;
const TEXT_LIMIT = 500;
/** Pino's level number of `fatal`, which is never omitted. */
const FATAL_LEVEL = 60;
/** Message of access log lines, which are never omitted. */
export const ACCESS_MESSAGE = 'request';

type LogArguments = [unknown, ...unknown[]];

const shorten = (value: unknown): unknown => (typeof value === 'string' && value.length > TEXT_LIMIT ? `${value.slice(0, TEXT_LIMIT)}…` : value);

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !(value instanceof Error);

/**
 * Creates the options of a server's logger (pino). Adds a `code` to warnings and errors. Requests cannot fill the disk, because texts are cut after 500
 * characters, and at most 20 lines with the same message are written in ten seconds.
 */
export const createLogOptions = (level: string, now: () => number = Date.now) => {
  // Keyed by message. Messages are constants in the code, so there are few.
  const windows = new Map<string, { readonly start: number; readonly lines: number }>();

  /** Returns the number of lines omitted before this one, or null if this line must be omitted. */
  const admit = (message: string): number | null => {
    const { start, lines } = windows.get(message) ?? { start: now(), lines: 0 };
    const isNew = now() - start >= WINDOW_MS;
    windows.set(message, isNew ? { start: now(), lines: 1 } : { start, lines: lines + 1 });
    if (isNew) return Math.max(0, lines - LINES_PER_WINDOW);
    return lines < LINES_PER_WINDOW ? 0 : null;
  };

  return {
    level,
    formatters: { log: (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shorten(value)])) },
    hooks: {
      logMethod(this: unknown, args: LogArguments, method: (...line: LogArguments) => void, number: number): void {
        const message = String(args.find((part) => typeof part === 'string') ?? '');
        const omitted = number >= FATAL_LEVEL || message === ACCESS_MESSAGE ? 0 : admit(message);
        if (omitted === null) return;
        const code = getLogCode(message);
        const added = { ...(code === undefined ? {} : { code }), ...(omitted === 0 ? {} : { omitted }) };
        const [first, ...otherArgs] = args;
        if (Object.keys(added).length === 0) method.apply(this, args);
        else if (isFields(first)) method.apply(this, [{ ...first, ...added }, ...otherArgs]);
        else method.apply(this, [added, ...args]);
      },
    },
  };
};
