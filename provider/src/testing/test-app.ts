import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { type App, buildApp } from '../app.ts';
import { type Environment, parseEnvironment } from '../env.ts';

export const ADMIN = { email: 'admin@site.example', password: 'a long enough password' };

export interface TestApp extends App {
  readonly environment: Environment;
  /** The app's clock; set it to travel. */
  readonly clock: { now: Date };
  get(url: string, token?: string): Promise<LightMyRequestResponse>;
  send(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token?: string): Promise<LightMyRequestResponse>;
  signIn(email?: string, password?: string): Promise<{ token: string; refreshToken: string }>;
  stop(): Promise<void>;
}

const bearer = (token: string | undefined): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });

/** A whole provider over a fresh embedded database in its own folder. */
export const startTestApp = async (options: { hasSamples?: boolean; settings?: Record<string, string>; dataDir?: string } = {}): Promise<TestApp> => {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'provider-test-')));
  const environment = parseEnvironment(
    {
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      JWT_SECRET: 'a secret that only the tests use, forty',
      LOG_LEVEL: 'silent',
      ...options.settings,
    },
    dataDir,
  );
  const clock = { now: new Date() };
  const app = await buildApp({ environment, now: () => new Date(clock.now), hasSamples: options.hasSamples ?? false });
  const send: TestApp['send'] = (method, url, body, token) =>
    app.server.inject({ method, url, headers: bearer(token), ...(body === undefined ? {} : { payload: body }) });
  return {
    ...app,
    environment,
    clock,
    get: (url, token) => app.server.inject({ method: 'GET', url, headers: bearer(token) }),
    send,
    signIn: async (email = ADMIN.email, password = ADMIN.password) => {
      const answer = await send('POST', '/api/auth/login', { email, password });
      if (answer.statusCode !== 200) throw new Error(`Sign-in answered ${answer.statusCode}: ${answer.body}`);
      return answer.json();
    },
    stop: async () => {
      await app.server.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
