import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { requireDataFolder, SettingError } from '@site/shared/domain/environment';
import { getErrorCode } from '@site/shared/domain/error-code';
import { deferToLauncher } from '@site/shared/domain/launcher';
import type { StartCode } from '@site/shared/domain/log-codes';
import { formatLogLine, logProcessWarnings } from '@site/shared/domain/log-line';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { requireDatabase } from './database/connection.ts';
import { parseEnvironment } from './settings/env.ts';

const CLOSE_TIMEOUT_MS = 10_000;

/**
 * How much the heap may grow before V8 collects old-generation garbage. By default, V8 waits for four times the memory in use, up to 250 MiB. Long lists used
 * that up within a second, although little of it was live (docs/decisions/035).
 */
const HEAP_GROWTH_PERCENT = 100;

const stop = (message: string, code: StartCode): never => {
  process.stderr.write(formatLogLine('fatal', message, { code }));
  process.exit(1);
};

const explainListenFailure = (reason: unknown, port: number, host: string): string => {
  const code = getErrorCode(reason);
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program. Stop it, or set PROVIDER_PORT to a free port`;
  if (code === 'EACCES') return `port ${port} may not be used. Set PROVIDER_PORT to a port above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `PROVIDER_HOST must be an address of this machine (it is "${host}")`;
  return reason instanceof Error ? reason.message : String(reason);
};

/** Throws before anything is written. If a first start cannot listen, it must not create the account, whose password is displayed only once. */
const ensurePortIsFree = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (reason) => reject(new SettingError(explainListenFailure(reason, port, host))));
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });

const start = async (): Promise<void> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const environment = parseEnvironment(process.env, process.cwd());
  requireDataFolder(environment.dataDir);
  await ensurePortIsFree(environment.port, environment.host);
  await requireDatabase(environment.databaseUrl);
  const { server, firstAccount, drain } = await buildApp({ environment });
  const { close } = closeWithGrace({ delay: environment.drainMs + CLOSE_TIMEOUT_MS, logger: server.log, skip: deferToLauncher() }, async ({ err, signal }) => {
    if (err !== undefined) server.log.fatal({ err }, 'the provider stops because of an error');
    // SIGINT comes from a terminal, where the developer is the only client.
    await drain(signal === 'SIGTERM' ? environment.drainMs : 0);
    await server.close();
  });
  process.once('disconnect', close);
  logProcessWarnings(server.log);
  try {
    await server.listen({ port: environment.port, host: environment.host });
  } catch (reason) {
    await server.close();
    stop(`The provider cannot start: ${explainListenFailure(reason, environment.port, environment.host)}.`, 'SITE_START_SETTING');
  }
  if (firstAccount !== null) {
    server.log.info({ email: firstAccount.email }, 'the first staff account was created');
    // A generated password is displayed only here. The start script reads this log line.
    const { email, password } = firstAccount;
    process.stdout.write(formatLogLine('info', 'STAFF-SIGN-IN', { email, ...(password === null ? {} : { password }) }));
  }
  process.stdout.write(formatLogLine('info', 'PROVIDER-READY', { url: `http://${environment.host}:${environment.port}` }));
};

start().catch((reason: unknown) => {
  if (reason instanceof SettingError) stop(`The provider cannot start: ${reason.message}.`, 'SITE_START_SETTING');
  stop(`The provider cannot start: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`, 'SITE_START_FAILED');
});
