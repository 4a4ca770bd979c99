import { errorBodySchema } from '@site/shared/contracts/api-error';
import { ROLES } from '@site/shared/domain/roles';
import fc from 'fast-check';
import * as v from 'valibot';
import { getBodySchema } from '../../testing/check-contract.ts';
import { createImageFile } from '../../testing/images.ts';
import { type RandomRequest, randomRequest, toInjection } from '../../testing/random-requests.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { listStatuses } from '../openapi.ts';

// PostgreSQL is reached over a socket; a smaller part of the same requests is enough there. `npm run bench -- drills` sends all of them.
const [EMBEDDED, POSTGRES] = process.env.LONG_DRILLS === undefined ? [1000, 1000] : [20_000, 3000];
const REQUESTS = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? POSTGRES : EMBEDDED;
const strictError = v.strictObject(errorBodySchema.entries);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Throws where a response is wrong. */
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
  it('NS-09 X-17 never cause a server error, and every response matches its schema', async () => {
    const ids: string[] = ['navigate', 'one-slug'];
    const people = await Promise.all(ROLES.map((role) => app.signInAs(role)));
    let tokens: Array<string | undefined> = [];
    let sent = 0;
    const statuses = new Map<number, number>();

    const property = fc.asyncProperty(randomRequest(await createImageFile()), fc.nat({ max: ROLES.length }), async (request, person) => {
      // Sessions are signed out during the test; the accounts stay, so that guessed passwords are soon throttled and cost little.
      if (sent % 400 === 0)
        tokens = [undefined, ...(await Promise.all(people.map(async ({ userId }) => (await app.services.sessions.start(userId, false)).token)))];
      sent += 1;
      const { headers, ...injection } = toInjection(request, ids);
      const token = tokens[person];
      const response = await app.server.inject({ ...injection, headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) } });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      if (response.statusCode === 201) ids.push(/"_id":"([0-9a-f]{24})"/.exec(response.body)?.[1] ?? 'none');
      if (ids.length > 60) ids.splice(2, 20);
      checkResponse(request, injection.url, response.statusCode, response.body);
    });
    await fc.assert(property, { numRuns: REQUESTS, seed: 20_261_125 });

    // Proves that the requests reach the handlers: all the usual outcomes occur.
    for (const status of [200, 201, 400, 401, 403, 404, 409, 415, 422]) expect({ status, count: statuses.get(status) ?? 0 }).not.toEqual({ status, count: 0 });
  }, 180_000);
});
