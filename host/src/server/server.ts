import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SettingError } from '@site/shared/domain/environment';
import { describeError, hasErrorCode } from '@site/shared/domain/error-code';
import { deferToLauncher } from '@site/shared/domain/launcher';
import closeWithGrace from 'close-with-grace';
import { buildHost } from './app.ts';
import { readEnv } from './env.ts';
import { readSiteConfig } from './site-config.ts';

/** How long a shutdown waits for requests in flight. */
const CLOSE_WITHIN_MS = 10_000;

/** The compiled program is in host/dist/server. */
const root = resolve(__dirname, '../../..');

const start = async (): Promise<void> => {
  const env = readEnv(process.env, root);
  const { app, drain } = await buildHost({
    site: await readSiteConfig(env.siteConfigFile, env),
    providerUrl: env.providerUrl,
    dataFolder: env.dataFolder,
    releasesS3: env.releasesS3,
    retentionDays: env.retentionDays,
    distFolder: resolve(root, 'host/dist'),
    publicFolder: resolve(root, 'host/public'),
    remoteProgram: resolve(__dirname, '../remote-process/remote-process.cjs'),
    releaseProbe: resolve(__dirname, '../remote-process/release-probe.cjs'),
    remoteBarrier: env.remoteBarrier,
    remoteUser: env.remoteUser,
    logLevel: env.logLevel,
    trustProxy: env.trustProxy,
    metricsToken: env.metricsToken,
    reloadsPages: env.reloadsPages,
  });
  try {
    // IPv6 and IPv4 if the machine has both.
    await app.listen({ port: env.port, host: '::' }).catch((error: unknown) => {
      if (!hasErrorCode(error, 'EAFNOSUPPORT', 'EADDRNOTAVAIL')) throw error;
      return app.listen({ port: env.port, host: '0.0.0.0' });
    });
  } catch (error) {
    await app.close();
    throw hasErrorCode(error, 'EADDRINUSE') ? new SettingError(`PORT: ${env.port} is taken by another program. Stop it, or set another PORT.`) : error;
  }
  // A second signal ends the process at once.
  const { close } = closeWithGrace({ delay: env.drainMs + CLOSE_WITHIN_MS, logger: app.log, skip: deferToLauncher() }, async ({ err, signal }) => {
    if (err !== undefined) app.log.fatal({ reason: describeError(err) }, 'uncaught error');
    drain();
    // From a terminal (SIGINT) nobody else sends requests.
    if (signal === 'SIGTERM') await setTimeout(env.drainMs);
    await app.close();
  });
  process.once('disconnect', close);
  process.stdout.write(`HOST-READY http://localhost:${env.port}\n`);
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SettingError ? `The host cannot start. ${error.message}` : describeError(error)}\n`);
  process.exit(1);
});
