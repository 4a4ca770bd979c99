import { type AccessTokens, createAccessTokens, readSigningSecret } from './auth/access-tokens.ts';
import { createLoginThrottle, type LoginThrottle } from './auth/login-throttle.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { type Authenticate, createAuthenticate } from './auth/staff.ts';
import { migrateToLatest } from './database/migrate.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import { createRevision, type Revision } from './database/revision.ts';
import type { Environment } from './env.ts';
import { createPictureServer, type PictureServer } from './images/picture-server.ts';
import { createPictureAddresses, type PictureAddresses } from './repositories/pictures.ts';
import { createPictureStores, type PictureStores } from './storage/picture-stores.ts';

/** Everything that the routes work with, built once. */
export interface Services {
  readonly environment: Environment;
  readonly db: Database;
  readonly revision: Revision;
  readonly tokens: AccessTokens;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  readonly authenticate: Authenticate;
  readonly stores: PictureStores;
  readonly addresses: PictureAddresses;
  readonly pictures: PictureServer;
  readonly now: () => Date;
  /** Set when the end has begun: `/ready` says so, while calls are still answered. */
  readonly lifecycle: { isClosing: boolean };
}

export const createServices = async (environment: Environment, now: () => Date): Promise<Services> => {
  const db = await openDatabase(environment);
  await migrateToLatest(db);
  const secret = await readSigningSecret(environment);
  const revision = await createRevision(db);
  const tokens = createAccessTokens(secret, now);
  const sessions = createSessions(db, tokens, now);
  const addresses = createPictureAddresses(secret);
  const stores = createPictureStores(environment);
  return {
    environment,
    db,
    revision,
    tokens,
    sessions,
    throttle: createLoginThrottle(db, now),
    authenticate: createAuthenticate(db, tokens, sessions),
    stores,
    addresses,
    pictures: createPictureServer(db, revision, addresses, stores),
    now,
    lifecycle: { isClosing: false },
  };
};
