import type { FastifyBaseLogger } from 'fastify';
import { type AccessTokens, createAccessTokens, readSigningSecret } from '../accounts/access-tokens.ts';
import { type AccountEvents, createAccountEvents } from '../accounts/account-events.ts';
import { createNoticeListener } from '../accounts/account-notices.ts';
import { type Authenticate, type AuthenticateByCookie, createAuthenticate, createAuthenticateByCookie } from '../accounts/authenticate.ts';
import { type Challenges, createChallenges } from '../accounts/challenges.ts';
import { createKnownDevices, type KnownDevices } from '../accounts/known-devices.ts';
import { createMailer, type Mailer, type MailSettings } from '../accounts/mail.ts';
import { createPasskeys, type Passkeys } from '../accounts/passkeys.ts';
import { createSecondFactors, type SecondFactors } from '../accounts/second-factors.ts';
import { createSecretSeal } from '../accounts/secret-seal.ts';
import { createSessions, type Sessions } from '../accounts/sessions.ts';
import { readAuditKey, readDataKey, readImageKey } from '../accounts/stored-secret.ts';
import { createLoginThrottle, createRateLimit, type LoginThrottle, type RateLimit } from '../accounts/throttling.ts';
import { type AuditLog, createAuditLog } from '../database/audit-log.ts';
import { type Database, type DatabaseObserver, openDatabase } from '../database/connection.ts';
import { createDatabaseClock, type DatabaseClock } from '../database/database-clock.ts';
import { createErasures, type Erasures } from '../database/erasures.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { createRevision, type Revision } from '../database/revision.ts';
import { hasUsers } from '../database/user-queries.ts';
import { createImageServer, type ImageServer } from '../images/image-server.ts';
import { createImageUrls, type ImageUrls } from '../images/image-urls.ts';
import { type ProviderRegistration, registerProvider } from '../images/register-provider.ts';
import { createShareCardServer, type ShareCardServer } from '../images/share-card-server.ts';
import { createImageStores, type ImageStoreSettings, type ImageStores } from '../storage/image-stores.ts';
import { createStorageHealth, type StorageHealth, watchStorage } from '../storage/storage-health.ts';
import { createFormTokens, type FormTokens } from './form-tokens.ts';
import { createLinkTokens, type LinkTokens } from './link-tokens.ts';

interface ServiceSettings extends ImageStoreSettings {
  readonly fontFolder: string;
  readonly databaseUrl: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly auditKey: string | undefined;
  readonly dataKey: string | undefined;
  readonly imageKey: string | undefined;
  readonly siteUrl: string | undefined;
  readonly linkCheckHour: number | null;
  readonly mail: MailSettings | undefined;
  readonly applicationNoticeTo: string | undefined;
}

const HOUR_MS = 60 * 60 * 1000;
/** The photos of a large event, or a gigabyte at most. */
const UPLOADS_PER_HOUR = 300;

/** The dependencies of all endpoints, created once. */
export interface Services {
  readonly db: Database;
  readonly revision: Revision;
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  readonly authenticate: Authenticate;
  readonly authenticateByCookie: AuthenticateByCookie;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly knownDevices: KnownDevices;
  readonly accountEvents: AccountEvents;
  /** Null on a site that sends no e-mail. */
  readonly mailer: Mailer | null;
  /** Who is told by e-mail of a new application. */
  readonly applicationNoticeTo: string | undefined;
  /** The site's address, if it is configured. */
  readonly siteUrl: string | undefined;
  /** When links to other sites are checked, in Lagos; null: never. */
  readonly linkCheckHour: number | null;
  readonly log: FastifyBaseLogger;
  readonly stores: ImageStores;
  readonly storageHealth: StorageHealth;
  readonly registration: ProviderRegistration;
  readonly imageUrls: ImageUrls;
  readonly imageServer: ImageServer;
  readonly shareCards: ShareCardServer;
  readonly audit: AuditLog;
  readonly erasures: Erasures;
  readonly formTokens: FormTokens;
  readonly reviewTokens: LinkTokens;
  readonly exportTokens: LinkTokens;
  /** By account. */
  readonly uploadLimit: RateLimit;
  /** The time that all providers of the database share. */
  readonly now: () => Date;
  readonly databaseClock: DatabaseClock;
  /** Unix time in milliseconds of the scheduler's last complete run. */
  readonly lifecycle: { scheduledAt?: number };
}

/** Where the time comes from. */
export interface Clocks {
  /** This machine's. */
  readonly machineNow?: () => Date;
  /** Used in place of the database's time: tests travel with it. */
  readonly now?: () => Date;
}

export const createServices = async (settings: ServiceSettings, clocks: Clocks, log: FastifyBaseLogger, observer?: DatabaseObserver): Promise<Services> => {
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
  const unreadable = await secondFactors.sealSecrets();
  if (unreadable > 0) log.error({ accounts: unreadable }, 'code apps cannot be used: DATA_KEY is not the key that their secrets were encrypted with');
  const erasures = createErasures(db, { dataDir: settings.dataDir, key: dataKey });
  await erasures.sync();
  const challenges = createChallenges(db, now);
  const mailer = settings.mail === undefined ? null : createMailer(settings.mail, (reason) => log.error({ err: reason }, 'an e-mail could not be sent'));
  const storageHealth = createStorageHealth(log);
  const { originals, derived } = createImageStores(settings);
  const stores = { originals: watchStorage(originals, 'originals', storageHealth), derived: watchStorage(derived, 'derived', storageHealth) };
  const registration = await registerProvider(db, stores.originals, (reason) =>
    log.error({ err: reason }, 'the store of the images cannot be reached: it was not compared with that of other providers'),
  );
  const imageServer = createImageServer(db, revision, imageUrls, stores, now);
  return {
    db,
    revision,
    tokens,
    sessions,
    throttle: createLoginThrottle(db, now),
    uploadLimit: createRateLimit(db, now, 'upload by', UPLOADS_PER_HOUR, HOUR_MS),
    authenticate: createAuthenticate({ db, tokens, sessions, secondFactors, now }),
    authenticateByCookie: createAuthenticateByCookie({ db, tokens, sessions, secondFactors, now }),
    secondFactors,
    challenges,
    passkeys: createPasskeys(db, challenges, now),
    knownDevices: createKnownDevices(secret, now),
    formTokens: createFormTokens(secret, now),
    reviewTokens: createLinkTokens(secret, 'review links', now),
    exportTokens: createLinkTokens(secret, 'exports', now),
    accountEvents: createAccountEvents(mailer === null ? [] : [createNoticeListener(db, mailer, now)]),
    mailer,
    applicationNoticeTo: settings.applicationNoticeTo,
    siteUrl: settings.siteUrl,
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
    lifecycle: {},
  };
};
