import { createServer } from 'node:net';
import { SettingError } from '@site/shared/domain/environment';
import { getErrorCode } from '@site/shared/domain/error-code';
import { deferToLauncher } from '@site/shared/domain/launcher';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { parseEnvironment } from './env.ts';

const CLOSE_WITHIN_MS = 10_000;
const DRAIN_MS = 300;

const stop = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const explainListenFailure = (reason: unknown, port: number): string => {
  const code = getErrorCode(reason);
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program. Stop it, or set PROVIDER_PORT to a free port`;
  if (code === 'EACCES') return `port ${port} may not be used. Set PROVIDER_PORT to a port above 1023`;
  return reason instanceof Error ? reason.message : String(reason);
};

/** Fails before anything is written: a first start that cannot listen must not create the account, whose password is shown only once. */
const ensurePortIsFree = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (reason) => reject(new SettingError(explainListenFailure(reason, port))));
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });

const start = async (): Promise<void> => {
  const environment = parseEnvironment(process.env, process.cwd());
  await ensurePortIsFree(environment.port, environment.host);
  const { server, services, firstAccount } = await buildApp({ environment });
  const { close } = closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: server.log, skip: deferToLauncher() }, async ({ err }) => {
    if (err !== undefined) server.log.fatal({ err }, 'the provider stops because of an error');
    services.lifecycle.isClosing = true;
    // Time for load balancers that poll /ready to route requests elsewhere.
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await server.close();
  });
  process.once('disconnect', close);
  try {
    await server.listen({ port: environment.port, host: environment.host });
  } catch (reason) {
    await server.close();
    stop(`The provider cannot start: ${explainListenFailure(reason, environment.port)}.`);
  }
  if (firstAccount !== null) {
    server.log.info({ email: firstAccount.email }, 'the first staff account was created');
    // The only time that a generated password is shown; the start script reads this line.
    process.stdout.write(`${['STAFF-SIGN-IN', firstAccount.email, firstAccount.password ?? ''].join(' ').trim()}\n`);
  }
  process.stdout.write(`PROVIDER-READY http://${environment.host}:${environment.port}\n`);
};

start().catch((reason: unknown) => {
  if (reason instanceof SettingError) stop(`The provider cannot start: ${reason.message}.`);
  stop(`The provider cannot start: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
});
