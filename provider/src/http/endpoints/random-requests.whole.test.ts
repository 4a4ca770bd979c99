import { errorBodySchema } from '@site/shared/contracts/api-error';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { ROLES } from '@site/shared/domain/roles';
import fc from 'fast-check';
import * as v from 'valibot';
import { getBodySchema } from '../../testing/check-contract.ts';
import { createImageFile } from '../../testing/images.ts';
import { type RandomRequest, randomRequest, toInjection } from '../../testing/random-requests.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { listStatuses } from '../openapi.ts';

/** Number of requests to each operation from each caller. PostgreSQL takes longer per request, so only the first of these requests are sent to it. */
const RUN_COUNT = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? 20 : 85;
const SLOW_MS = 5000;
const SEED = 20_261_125;
const strictError = v.strictObject(errorBodySchema.entries);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const checkResponse = ({ endpoint }: RandomRequest, url: string, status: number, body: string): void => {
  if (status >= 500) throw new Error(`status ${status}`);
  if (!listStatuses(endpoint).includes(status)) throw new Error(`status ${status}, which the document does not name`);
  const response: unknown = JSON.parse(body);
  if (status >= 400) {
    if (!v.safeParse(strictError, response).success) throw new Error(`not an error body: ${body}`);
    return;
  }
  const parsed = v.safeParse(getBodySchema(endpoint, url), response);
  if (!parsed.success) throw new Error(`outside its schema: ${body}`);
  if (JSON.stringify(parsed.output) !== JSON.stringify(response)) throw new Error(`more than its schema has: ${body}`);
};

describe('random requests', () => {
  const ids: string[] = ['navigate', 'one-slug'];
  const statuses = new Map<number, number>();

  it.each(ALL_ENDPOINTS)(
    'NS-09 X-17 to %s cause no server error and get a documented response in time',
    async (_name, endpoint) => {
      const users = await Promise.all(ROLES.map((role) => app.signInAs(role)));
      // Start new sessions for the same accounts, because a request may have ended the previous ones. Password guesses are soon throttled, which saves time.
      const startSessions = async () => [
        undefined,
        ...(await Promise.all(users.map(async ({ userId }) => (await app.services.sessions.start(userId, false)).token))),
      ];
      const property = fc.asyncProperty(randomRequest(endpoint, await createImageFile()), async (request) => {
        for (const token of await startSessions()) {
          const { headers, ...injection } = toInjection(request, ids);
          const startTime = performance.now();
          const response = await app.server.inject({
            ...injection,
            headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
          });
          if (performance.now() - startTime > SLOW_MS) throw new Error(`took ${Math.round(performance.now() - startTime)} ms`);
          statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
          if (response.statusCode === 201) ids.push(/"_id":"([0-9a-f]{24})"/.exec(response.body)?.[1] ?? 'none');
          if (ids.length > 60) ids.splice(2, 20);
          checkResponse(request, injection.url, response.statusCode, response.body);
        }
      });
      expect(fc.defaultReportMessage(await fc.check(property, { numRuns: RUN_COUNT, seed: SEED }))).toBeUndefined();
    },
    180_000,
  );

  it('NS-09 reach the handlers: all the usual outcomes occur', () => {
    expect([200, 201, 400, 401, 403, 404, 409, 415, 422].filter((status) => !statuses.has(status))).toEqual([]);
  });
});
