import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Role } from '@site/shared/domain/roles';
import type { LightMyRequestResponse } from 'fastify';
import { type App, type AppOptions, buildApp } from '../app.ts';
import { createId } from '../domain/ids.ts';
import { type Environment, parseEnvironment } from '../settings/env.ts';
import { checkContract } from './check-contract.ts';
import { createTestDatabase, dropTestDatabase } from './test-database.ts';

/** All tests share this folder, because a process that has read a font needs the font's file until it exits. */
export const FONT_FOLDER = path.join(os.tmpdir(), 'provider-test-fonts');

export const ADMIN = { email: 'admin@site.example', password: 'a long enough password' };

export interface TestApp extends App {
  readonly environment: Environment;
  /** The app's clock. Set it to change the time. */
  readonly clock: { now: Date };
  get(url: string, token?: string): Promise<LightMyRequestResponse>;
  send(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token?: string): Promise<LightMyRequestResponse>;
  /** Sends a multipart form. A field whose value is a Buffer is sent as a file. */
  form(
    method: 'POST' | 'PUT',
    url: string,
    fields: Readonly<Record<string, string | Buffer>>,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  signInAs(role: Role): Promise<{ token: string; refreshToken: string; userId: string }>;
  signIn(email?: string, password?: string): Promise<{ token: string; refreshToken: string }>;
  stop(): Promise<void>;
}

const toBearerHeader = (token: string | undefined): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });

/**
 * Starts a complete provider with a new database in its own folder or, in the PostgreSQL Jest project, on PostgreSQL. `restartOf` reuses the data of another
 * app.
 */
export const startTestApp = async (
  options: {
    samples?: NonNullable<AppOptions['samples']>;
    onRoute?: (route: string) => void;
    timeouts?: NonNullable<AppOptions['timeouts']>;
    settings?: Record<string, string>;
    restartOf?: TestApp;
    /** Clock of the provider's machine. If a test sets this clock, the provider uses the database's time, and `clock` has no effect. */
    machineNow?: () => Date;
  } = {},
): Promise<TestApp> => {
  const dataDir = options.restartOf?.environment.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'provider-test-')));
  const databaseUrl = options.restartOf === undefined ? await createTestDatabase(dataDir) : options.restartOf.environment.databaseUrl;
  const parsed = parseEnvironment(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      JWT_SECRET: 'a secret that only the tests use, forty',
      LOG_LEVEL: 'silent',
      ...options.settings,
    },
    dataDir,
  );
  const environment = { ...parsed, fontFolder: FONT_FOLDER };
  const clock = { now: new Date() };
  const app = await buildApp({
    environment,
    clocks: options.machineNow === undefined ? { now: () => new Date(clock.now) } : { machineNow: options.machineNow },
    samples: options.samples ?? 'none',
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.onRoute === undefined ? {} : { onRoute: options.onRoute }),
  });
  const send: TestApp['send'] = async (method, url, body, token) =>
    checkContract(method, url, await app.server.inject({ method, url, headers: toBearerHeader(token), ...(body === undefined ? {} : { payload: body }) }));
  return {
    ...app,
    environment,
    clock,
    get: async (url, token) => checkContract('GET', url, await app.server.inject({ method: 'GET', url, headers: toBearerHeader(token) })),
    send,
    form: async (method, url, fields, token, headers = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value)]), 'image.png');
      }
      const encodedForm = new Response(form);
      const payload = Buffer.from(await encodedForm.arrayBuffer());
      const requestOptions = {
        method,
        url,
        payload,
        headers: { ...toBearerHeader(token), 'content-type': encodedForm.headers.get('content-type') ?? '', ...headers },
      };
      return checkContract(method, url, await app.server.inject(requestOptions));
    },
    signInAs: async (role) => {
      const id = createId();
      const timestamp = clock.now.toISOString();
      await app.services.db
        .insertInto('users')
        .values({
          id,
          name: `The ${role}`,
          email: `${id}@site.example`,
          role,
          password_hash: null,
          is_disabled: 0,
          created_at: timestamp,
          updated_at: timestamp,
        })
        .execute();
      return { ...(await app.services.sessions.start(id, false)), userId: id };
    },
    signIn: async (email = ADMIN.email, password = ADMIN.password) => {
      const response = await send('POST', '/api/auth/login', { email, password });
      if (response.statusCode !== 200) throw new Error(`Sign-in responded with ${response.statusCode}: ${response.body}`);
      return response.json();
    },
    stop: async () => {
      await app.server.close();
      if (options.restartOf !== undefined) return;
      await rm(dataDir, { recursive: true, force: true });
      await dropTestDatabase(databaseUrl);
    },
  };
};
