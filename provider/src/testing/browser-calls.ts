import { parseSetCookie } from 'cookie';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';

/** Returns the cookies that a response sets, by name. */
export const getCookies = ({ headers }: LightMyRequestResponse) =>
  new Map(
    [headers['set-cookie'] ?? []]
      .flat()
      .map((line) => parseSetCookie(line))
      .map((cookie) => [cookie.name, cookie] as const),
  );

/** Returns the value of a cookie that a response sets. */
export const getCookie = (response: LightMyRequestResponse, name: string): string => getCookies(response).get(name)?.value ?? '';

/** Sends a call below `/api` as a visitor with that address. */
export const postFrom = (app: TestApp, address: string, path: string, body: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  app.server.inject({ method: 'POST', url: `/api${path}`, headers: { 'x-forwarded-for': address, ...headers }, payload: body });
