import { errorBodySchema } from '@site/shared/contracts/api-error';
import type { Access } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { ROLES } from '@site/shared/domain/roles';
import * as v from 'valibot';
import { createAccessTokens } from '../../accounts/access-tokens.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const CALLERS = ['no token', 'garbage', 'expired', 'wrong signature', 'alg: none', 'ended session', 'contributor', 'editor', 'admin', 'disabled user'] as const;
type Caller = (typeof CALLERS)[number];

/** Public routes that are not in the endpoint table. */
const ROUTES_OUTSIDE_TABLE = [
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /api/revision',
  'GET /api/openapi.json',
  'GET /api/transfer/files/:token',
  'GET /img/upload/*',
  'GET /img/share/:folder/:id/:file',
];

let app: TestApp;
const servedRoutes: string[] = [];
const tokens = new Map<Caller, string | undefined>();

beforeAll(async () => {
  app = await startTestApp({ onRoute: (route) => servedRoutes.push(route) });
  const { sessions, db } = app.services;
  for (const role of ROLES) tokens.set(role, (await app.signInAs(role)).token);
  const admin = await app.signInAs('admin');
  const [, payload = ''] = admin.token.split('.');
  const claims: { sub: string; sid: string } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forge = (secret: string, now: Date) => createAccessTokens(secret, () => now).create({ userId: claims.sub, sessionId: claims.sid }, now.toISOString());
  tokens.set('garbage', 'abc.def.ghi');
  tokens.set('expired', await forge(app.environment.jwtSecret ?? '', new Date(app.clock.now.getTime() - 3_600_000)));
  tokens.set('wrong signature', await forge('another secret that is just as long', app.clock.now));
  tokens.set('alg: none', `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`);
  const endedSession = await app.signInAs('admin');
  await sessions.endAll(endedSession.userId);
  tokens.set('ended session', endedSession.token);
  const disabledUser = await app.signInAs('admin');
  await db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', disabledUser.userId).execute();
  tokens.set('disabled user', disabledUser.token);
});
afterAll(() => app.stop());

const getExpectedResult = (access: Access, caller: Caller): 'allowed' | 401 | 403 => {
  if (access === 'public') return 'allowed';
  if (caller !== 'contributor' && caller !== 'editor' && caller !== 'admin') return 401;
  return access === 'staff' || ROLES.indexOf(caller) >= ROLES.indexOf(access) ? 'allowed' : 403;
};

describe('the access matrix', () => {
  const call = async (row: (typeof ALL_ENDPOINTS)[number][1], caller: Caller): Promise<'allowed' | number> => {
    const url = `/api${row.path.replaceAll(/:\w+/g, 'ffffffffffffffffffffffff')}`;
    // No schema accepts this body, so callers with access get a validation error and nothing changes.
    const response =
      row.method === 'GET' || row.method === 'DELETE'
        ? await app.server.inject({ method: row.method, url, headers: authorization(caller) })
        : await app.server.inject({ method: row.method, url, headers: authorization(caller), payload: { name: 7, title: 7, email: 7, path: 7 } });
    const permittedStatuses = row.access === 'public' ? [200, 201, 204, 401, 404, 409, 422] : [200, 201, 204, 404, 409, 422];
    if (getExpectedResult(row.access, caller) === 'allowed') return permittedStatuses.includes(response.statusCode) ? 'allowed' : response.statusCode;
    v.parse(v.strictObject(errorBodySchema.entries), response.json());
    return response.statusCode;
  };

  it.each(ALL_ENDPOINTS)('NS-08 ROLE-02 %s responds to each caller as its access level requires', async (name, row) => {
    // Signing out with a valid token would end the session that later requests use.
    const callers = CALLERS.filter((caller) => name !== 'logout' || getExpectedResult('staff', caller) !== 'allowed');
    const outcomes: (readonly [Caller, 'allowed' | number])[] = [];
    for (const caller of callers) outcomes.push([caller, await call(row, caller)]);

    expect(outcomes).toEqual(callers.map((caller) => [caller, getExpectedResult(row.access, caller)]));
  });

  const authorization = (caller: Caller): Record<string, string> => {
    const token = tokens.get(caller);
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  };

  it('checks the token before the body', async () => {
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'multipart/form-data' }, { 'content-type': 'text/odd' }]) {
      const response = await app.server.inject({ method: 'POST', url: '/api/posts', headers, payload: '{{{' });
      expect(response.statusCode).toBe(401);
    }
  });

  it('SEC-03 accepts files only if the endpoint declares them, and never from the public', async () => {
    const isUpload = ([, row]: (typeof ALL_ENDPOINTS)[number]): boolean => row.bodyType === 'multipart';
    expect(ALL_ENDPOINTS.filter((entry) => isUpload(entry) && entry[1].access === 'public')).toEqual([]);
    const statuses = await Promise.all(
      ALL_ENDPOINTS.filter((entry) => !isUpload(entry) && entry[1].method !== 'GET').map(async ([name, { method, path }]) => {
        const headers = { ...authorization('admin'), 'content-type': 'multipart/form-data; boundary=x' };
        return [name, (await app.server.inject({ method, url: `/api${path}`, headers, payload: 'x' })).statusCode];
      }),
    );

    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.filter(([, status]) => status !== 415)).toEqual([]);
  });

  it('covers every route that is served', () => {
    const endpointRoutes = ALL_ENDPOINTS.map(([, row]) => `${row.method} /api${row.path}`);

    expect(endpointRoutes.length).toBeGreaterThanOrEqual(45);
    expect(servedRoutes.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual([...endpointRoutes, ...ROUTES_OUTSIDE_TABLE].sort());
  });
});
