import pg from 'pg';
import { createId } from '../domain/ids.ts';

/** Set by the set-up of the PostgreSQL project; elsewhere there is none and the tests use the embedded file. */
const serverUrl = (): string | undefined => (Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined);

const runOnServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Address of a new, empty PostgreSQL database; undefined for the embedded file. */
export const createTestDatabase = async (): Promise<string | undefined> => {
  const url = serverUrl();
  if (url === undefined) return undefined;
  const name = `test_${createId()}`;
  await runOnServer(url, `create database ${name}`);
  return url.replace(/\/postgres$/, `/${name}`);
};

export const dropTestDatabase = async (databaseUrl: string | undefined): Promise<void> => {
  const url = serverUrl();
  const name = databaseUrl?.split('/').at(-1);
  if (url !== undefined && name?.startsWith('test_')) await runOnServer(url, `drop database if exists ${name} with (force)`);
};
