import { parseSetCookie } from 'cookie';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';

export const getCookies = ({ headers }: LightMyRequestResponse) =>
  new Map(
    [headers['set-cookie'] ?? []]
      .flat()
      .map((line) => parseSetCookie(line))
      .map((cookie) => [cookie.name, cookie] as const),
  );

export const getCookie = (response: LightMyRequestResponse, name: string): string => getCookies(response).get(name)?.value ?? '';

/** Sends a POST request below `/api` as a visitor with this IP address. */
export const postFromOrigin = (
  app: TestApp,
  address: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.server.inject({ method: 'POST', url: `/api${path}`, headers: { 'x-forwarded-for': address, ...headers }, payload: body });
