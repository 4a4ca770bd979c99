import type { FastifyBaseLogger } from 'fastify';
import { createAccessTokens, readSigningSecret } from '../accounts/access-tokens.ts';
import { createAccountEvents, createNoticeListener } from '../accounts/account-events.ts';
import { createActionConfirmations } from '../accounts/action-confirmations.ts';
import { createAuthentication } from '../accounts/authenticate.ts';
import { createChallenges } from '../accounts/challenges.ts';
import { createMailer } from '../accounts/mail.ts';
import { createPasskeys } from '../accounts/passkeys.ts';
import { createSecondFactors } from '../accounts/second-factors.ts';
import { createSecretSeal } from '../accounts/secret-seal.ts';
import { createSessions } from '../accounts/sessions.ts';
import { readAuditKey, readDataKey, readImageKey } from '../accounts/stored-secret.ts';
import { createAuditLog } from '../database/audit-log.ts';
import { type DatabaseObserver, openDatabase } from '../database/connection.ts';
import { createDatabaseClock } from '../database/database-clock.ts';
import { createErasures } from '../database/erasures.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { createRevision } from '../database/revision.ts';
import { hasUsers } from '../database/user-queries.ts';
import { createImageServer } from '../images/image-server.ts';
import { createImageUrls } from '../images/image-urls.ts';
import { registerProvider } from '../images/register-provider.ts';
import { createShareCardServer } from '../images/render-share-card.ts';
import { createSharedLimit } from '../limits/shared-limit.ts';
import { createSignInLimits } from '../limits/sign-in-limits.ts';
import type { Environment } from '../settings/env.ts';
import { createImageStores } from '../storage/image-stores.ts';
import { createStorageHealth, watchStorage } from '../storage/storage-health.ts';
import { createFormTokens, createKnownDevices, createLinkTokens, createPreviewTokens } from './signed-tokens.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Uploads per account: enough for the photos of a large event. */
const UPLOADS_PER_HOUR = 300;

export interface Clocks {
  readonly machineNow?: () => Date;
  /** Used instead of the database's time, so that tests can set the clock. */
  readonly now?: () => Date;
}

export const createServices = async (settings: Environment, clocks: Clocks, log: FastifyBaseLogger, observer?: DatabaseObserver) => {
  const db = await openDatabase(settings, observer);
  await migrateToLatest(db);
  const databaseClock = await createDatabaseClock(db, clocks.machineNow ?? (() => new Date()), log);
  const now = clocks.now ?? databaseClock.now;
  const secret = await readSigningSecret(settings, () => hasUsers(db));
  const revision = await createRevision(db);
  const tokens = createAccessTokens(secret, now);
  const sessions = createSessions(db, tokens, now);
  const imageUrls = createImageUrls(await readImageKey(settings), now);
  const dataKey = await readDataKey(settings);
  const secondFactors = createSecondFactors(db, createSecretSeal(dataKey), now);
  const unreadableSecretCount = await secondFactors.sealSecrets();
  if (unreadableSecretCount > 0)
    log.error({ accounts: unreadableSecretCount }, 'authenticator apps cannot be used: DATA_KEY is not the key that their secrets were encrypted with');
  const erasures = createErasures(db, { dataDir: settings.dataDir, key: dataKey });
  await erasures.sync();
  const challenges = createChallenges(db, now);
  const mailer = settings.mail === undefined ? null : createMailer(settings.mail, (reason) => log.error({ err: reason }, 'an email could not be sent'));
  const storageHealth = createStorageHealth(log);
  const { originals, derived } = createImageStores(settings);
  const stores = { originals: watchStorage(originals, 'originals', storageHealth), derived: watchStorage(derived, 'derived', storageHealth) };
  const registration = await registerProvider(db, stores.originals, (reason) =>
    log.error({ err: reason }, 'the image store cannot be reached: it was not compared with that of other providers'),
  );
  /** Unix time in milliseconds of the scheduler's last complete run. */
  const lifecycle: { scheduledAt?: number } = {};
  const imageServer = createImageServer(db, revision, imageUrls, stores, now);
  return {
    db,
    revision,
    tokens,
    sessions,
    signInLimits: createSignInLimits(db, now),
    uploadLimit: createSharedLimit(db, now, 'upload by', UPLOADS_PER_HOUR, HOUR_MS),
    ...createAuthentication({ db, tokens, sessions, secondFactors, now }),
    secondFactors,
    challenges,
    actionConfirmations: createActionConfirmations(db, challenges),
    passkeys: createPasskeys(db, challenges, now),
    knownDevices: createKnownDevices(secret, now),
    formTokens: createFormTokens(secret, now),
    reviewTokens: createLinkTokens(secret, 'review links', now),
    previewTokens: createPreviewTokens(secret, now),
    exportTokens: createLinkTokens(secret, 'exports', now),
    accountEvents: createAccountEvents(mailer === null ? [] : [createNoticeListener(db, mailer, now)]),
    /** Null if the site sends no email. */
    mailer,
    applicationNoticeTo: settings.applicationNoticeTo,
    siteUrl: settings.siteUrl,
    staffUrl: settings.staffUrl,
    linkCheckHour: settings.linkCheckHour,
    log,
    stores,
    storageHealth,
    registration,
    imageUrls,
    imageServer,
    shareCards: createShareCardServer(db, imageServer, stores, settings.fontFolder),
    audit: await createAuditLog(db, await readAuditKey(settings), now),
    erasures,
    now,
    databaseClock,
    lifecycle,
  };
};

export type Services = Readonly<Awaited<ReturnType<typeof createServices>>>;
