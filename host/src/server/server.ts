import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { publishFirstReleases } from '@site/releases/first-releases';
import { openReleaseStore } from '@site/releases/open-store';
import { requireDataFolder, SettingError } from '@site/shared/domain/environment';
import { describeError, hasErrorCode } from '@site/shared/domain/error-code';
import { deferToLauncher } from '@site/shared/domain/launcher';
import type { StartCode } from '@site/shared/domain/log-codes';
import { formatLogLine, logProcessWarnings } from '@site/shared/domain/log-line';
import closeWithGrace from 'close-with-grace';
import { buildHost } from './app.ts';
import { type HostEnv, readEnv } from './env.ts';
import { readSiteConfig } from './site-config.ts';

/** How long a shutdown waits for requests in flight. */
const CLOSE_WITHIN_MS = 10_000;

/** The compiled program is in host/dist/server. */
const root = resolve(__dirname, '../../..');

const FIRST_RELEASES = resolve(root, 'host/first-releases');

const explainListenFailure = (error: unknown, { port, host }: HostEnv): unknown => {
  if (hasErrorCode(error, 'EADDRINUSE')) return new SettingError(`PORT: ${port} is taken by another program. Stop it, or set another PORT.`);
  if (hasErrorCode(error, 'EACCES')) return new SettingError(`PORT: no permission to use port ${port}. Set a PORT above 1023.`);
  if (hasErrorCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) return new SettingError(`HOST must be an address of this machine (it is "${host}").`);
  return error;
};

const start = async (): Promise<void> => {
  const env = readEnv(process.env, root);
  requireDataFolder(env.dataFolder);
  const site = await readSiteConfig(env.siteConfigFile, { ...env, isPackaged: existsSync(FIRST_RELEASES) });
  // A packaged host includes the first releases of the remotes.
  await publishFirstReleases({
    store: openReleaseStore(env.dataFolder, env.releasesS3),
    dataFolder: env.dataFolder,
    buildsFolder: FIRST_RELEASES,
    say: (line) => process.stderr.write(formatLogLine('warn', line)),
  });
  const { app, drain } = await buildHost({
    site,
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
    hasAccessLog: env.hasAccessLog,
    tracesUrl: env.tracesUrl,
    trustProxy: env.trustProxy,
    metricsToken: env.metricsToken,
    reloadsPages: env.reloadsPages,
    hasWorker: env.hasWorker,
  });
  try {
    await app.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
      // This machine has no IPv6.
      if (env.host !== '::' || !hasErrorCode(error, 'EAFNOSUPPORT', 'EADDRNOTAVAIL')) throw error;
      return app.listen({ port: env.port, host: '0.0.0.0' });
    });
  } catch (error) {
    await app.close();
    throw explainListenFailure(error, env);
  }
  logProcessWarnings(app.log);
  // A second signal ends the process immediately.
  const { close } = closeWithGrace({ delay: env.drainMs + CLOSE_WITHIN_MS, logger: app.log, skip: deferToLauncher() }, async ({ err, signal }) => {
    if (err !== undefined) app.log.fatal({ reason: describeError(err) }, 'uncaught error');
    // SIGINT comes from a terminal, where no other client sends requests.
    await drain(signal === 'SIGTERM' ? env.drainMs : 0);
    await app.close();
  });
  process.once('disconnect', close);
  process.stdout.write(formatLogLine('info', 'HOST-READY', { url: `http://localhost:${env.port}` }));
};

start().catch((error: unknown) => {
  const code: StartCode = error instanceof SettingError ? 'SITE_START_SETTING' : 'SITE_START_FAILED';
  process.stderr.write(formatLogLine('fatal', `The host cannot start. ${error instanceof SettingError ? error.message : describeError(error)}`, { code }));
  process.exit(1);
});
