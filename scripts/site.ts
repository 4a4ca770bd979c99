import { setTimeout as wait } from 'node:timers/promises';
import { formatLogLine, parseLogLine } from '@site/shared/domain/log-line';
import { dataFolder } from './parts.ts';
import { type Program, type RunningServer, startServer } from './servers.ts';

const FIRST_RESTART_MS = 1000;
const MAX_RESTART_MS = 30_000;
/** If the provider ran for this long before it exited, the restart delay is reset. */
const STABLE_MS = 60_000;

const SIGN_IN_MESSAGE = 'STAFF-SIGN-IN';

/** Prints a message for a person at a terminal. Otherwise, for example under a service manager, prints a log line as the servers do. */
const say = (stream: 'stdout' | 'stderr', text: string): void => {
  const { [stream]: output } = process;
  if (output.isTTY) output.write(`${text}\n`);
  else if (text !== '') output.write(formatLogLine(stream === 'stdout' ? 'info' : 'warn', text.trim()));
};
export const printLine = (line: string): void => say('stdout', line);
const printError = (line: string): void => say('stderr', line);

/** Prints a server's line unchanged, except that a person at a terminal sees only the reason for a failed start. */
const forwardLine = (line: string, stream: 'stdout' | 'stderr'): void => {
  const { [stream]: output } = process;
  const { msg } = (output.isTTY ? parseLogLine(line) : undefined) ?? {};
  output.write(`${typeof msg === 'string' && msg.includes(' cannot start') ? msg : line}\n`);
};

/**
 * Prints the first staff account as soon as the provider has created it, because the account exists even if the host does not start. Returns false for any
 * other line.
 */
export const printFirstAccount = (line: string): boolean => {
  const { msg, email, password } = parseLogLine(line) ?? {};
  if (msg !== SIGN_IN_MESSAGE) return false;
  const shown = typeof password === 'string' ? `${password}   (shown only once: write it down)` : 'with the password of ADMIN_PASSWORD';
  printLine(`  First staff account: ${String(email)}  ${shown}`);
  return true;
};

interface SiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Built checkout that contains the servers. Default: this checkout. */
  readonly checkout?: string;
  /** Delay before the provider is restarted. It doubles with every failure. */
  readonly restartMs?: number;
}

export interface Site {
  /** Resolves when both servers are ready, or when a server failed to start and has printed the reason. */
  readonly started: Promise<void>;
  /** Sends each server one SIGTERM, even while it starts, and waits until both have exited. */
  stop(): Promise<void>;
}

/**
 * Runs provider and host for interactive use, on the ports from the environment, with their logs, the URL and the staff credentials on the terminal. If the
 * provider exits, it is restarted with back-off while the host keeps running. If the host exits, everything stops, and this process exits with the host's
 * status.
 */
export const runSite = ({ env: extra = {}, checkout, restartMs = FIRST_RESTART_MS }: SiteOptions = {}): Site => {
  const { PORT, PROVIDER_PORT, PROVIDER_URL, STAFF_URL, LOG_LEVEL } = process.env;
  const providerUrl = PROVIDER_URL || `http://127.0.0.1:${PROVIDER_PORT || 4000}`;
  // A person at a terminal needs only warnings and errors.
  const env = { LOG_LEVEL: LOG_LEVEL || 'warn', DATA_DIR: dataFolder, PROVIDER_PORT: PROVIDER_PORT || '4000', PROVIDER_URL: providerUrl, ...extra };
  const stopController = new AbortController();
  const { signal } = stopController;
  const starts: Promise<RunningServer>[] = [];
  let hasFirstAccount = false;

  const stop = async (): Promise<void> => {
    stopController.abort();
    await Promise.all(starts.map(async (startPromise) => (await startPromise.catch(() => undefined))?.exited));
  };
  const onLine = (line: string, stream: 'stdout' | 'stderr'): void => {
    if (printFirstAccount(line)) hasFirstAccount = true;
    else forwardLine(line, stream);
  };
  const start = (program: Program): Promise<RunningServer> => {
    const startPromise = startServer(program, { env, onLine, signal, isLaunched: true, ...(checkout === undefined ? {} : { checkout }) });
    starts.push(startPromise);
    return startPromise;
  };
  const fail = async (reason: string, status: number): Promise<void> => {
    if (signal.aborted) return;
    printError(`${reason}; stopping the whole site.`);
    process.exitCode = status;
    await stop();
  };

  const superviseProvider = async (provider: RunningServer): Promise<void> => {
    let running: RunningServer | undefined = provider;
    let delayMs = restartMs;
    while (!signal.aborted) {
      if (running !== undefined) {
        const since = performance.now();
        const status = await running.exited;
        if (signal.aborted) return;
        if (performance.now() - since >= STABLE_MS) delayMs = restartMs;
        printError(
          `The provider stopped${status === null ? '' : ` (status ${status})`}. The site stays up, and its pages show what could not be loaded. Restarting the provider in ${delayMs / 1000} s.`,
        );
      }
      await wait(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      delayMs = Math.min(2 * delayMs, MAX_RESTART_MS);
      // The provider has already printed the reason for a failed start.
      running = await start('provider').catch(() => undefined);
      if (running !== undefined) printLine('The provider is running again.');
      else if (!signal.aborted) printError(`The provider did not start. The next attempt is in ${delayMs / 1000} s.`);
    }
  };

  const startAll = async (): Promise<void> => {
    let program: Program = 'provider';
    try {
      if (!PROVIDER_URL) void superviseProvider(await start(program));
      program = 'host';
      const host = await start(program);
      void host.exited.then((status) => fail(`The host stopped${status ? ` (status ${status})` : ''}`, status || 1));
    } catch {
      // The server has already printed the reason for the failed start.
      return fail(`The ${program} did not start`, 1);
    }
    const address = `http://localhost:${PORT || 3000}`;
    printLine('');
    printLine(`  The site:       ${address}`);
    printLine(`  Staff sign-in:  ${STAFF_URL || address}/login`);
    printLine(`                  with the ${hasFirstAccount ? 'account above' : 'account that the first start printed'}`);
    if (hasFirstAccount && !STAFF_URL) {
      printLine('');
      printLine('  Without STAFF_URL the code of every part of the site can act as staff who are signed in (SECURITY.md).');
      printLine(`  On this machine: STAFF_URL=http://staff.localhost:${PORT || 3000} npm start`);
    }
    printLine('');
    printLine('  Stop with Ctrl+C.');
  };

  return { started: startAll(), stop };
};

/** Calls `stop` once on SIGINT, SIGTERM or SIGHUP, then exits. npm also forwards the terminal's signals, so each signal may arrive twice. */
export const stopOnSignal = (stop: () => Promise<void>): void => {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      printLine('Stopping the servers …');
      await stop();
      process.exit(0);
    });
  }
};
