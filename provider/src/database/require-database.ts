import { SettingError } from '@site/shared/domain/environment';
import { getErrorCode, getErrorMessage } from '@site/shared/domain/error-code';
import pg from 'pg';

const LIMIT_MS = 5000;

/** Connects once, before the start does anything else. Throws a SettingError, without the password, when PostgreSQL does not accept the connection. */
export const requireDatabase = async (databaseUrl: string | undefined): Promise<void> => {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: LIMIT_MS });
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port, pathname } = new URL(databaseUrl);
    // Refused on several addresses at once, the error has a code and no message.
    const reason = getErrorMessage(error) || getErrorCode(error);
    throw new SettingError(`DATABASE_URL must name a database that accepts connections (${hostname}:${port || '5432'}${pathname}: ${reason})`);
  } finally {
    await client.end().catch(() => undefined);
  }
};
