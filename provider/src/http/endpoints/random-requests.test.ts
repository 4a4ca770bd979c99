import { errorBodySchema } from '@site/shared/contracts/api-error';
import { ROLES } from '@site/shared/domain/roles';
import * as v from 'valibot';
import { getBodySchema } from '../../testing/check-contract.ts';
import { createPicture } from '../../testing/images.ts';
import { createRequestMaker, type RandomRequest } from '../../testing/random-requests.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

// PostgreSQL answers over a socket; a smaller part of the same requests is enough there. `npm run bench -- drills` sends all of them.
const EMBEDDED_REQUESTS = process.env.LONG_DRILLS === undefined ? 4000 : 20_000;
const REQUESTS = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres' ? 3000 : EMBEDDED_REQUESTS;
const strictError = v.strictObject(errorBodySchema.entries);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** What is wrong with the answer; null when nothing is. */
const findFault = (request: RandomRequest, status: number, body: string): string | null => {
  if (status >= 500) return `status ${status}`;
  const answer: unknown = JSON.parse(body);
  if (status >= 400) return v.safeParse(strictError, answer).success ? null : 'not an error body';
  const parsed = v.safeParse(getBodySchema(request.row, request.url), answer);
  if (!parsed.success) return 'outside its schema';
  return JSON.stringify(parsed.output) === JSON.stringify(answer) ? null : 'more than its schema names';
};

describe('random requests', () => {
  it('NS-09 X-17 never break anything, and every response matches its schema', async () => {
    const ids: string[] = ['navigate', 'one-slug'];
    const make = createRequestMaker('the first seed', () => ids, await createPicture());
    const people = await Promise.all(ROLES.map((role) => app.signInAs(role)));
    let tokens: Array<string | undefined> = [];
    const statuses = new Map<number, number>();
    const faults: unknown[] = [];

    for (let index = 0; index < REQUESTS && faults.length < 5; index += 1) {
      // Sessions are signed out on the way; the people stay, so that guessed passwords are soon throttled and cost little.
      if (index % 400 === 0)
        tokens = [undefined, ...(await Promise.all(people.map(async ({ userId }) => (await app.services.sessions.start(userId, false)).token)))];
      const request = make();
      const token = tokens[index % tokens.length];
      const answer = await app.server.inject({
        method: request.row.method,
        url: request.url,
        ...(request.payload === undefined ? {} : { payload: request.payload }),
        headers: {
          ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      const fault = findFault(request, answer.statusCode, answer.body);
      if (fault !== null)
        faults.push({ fault, method: request.row.method, url: request.url, payload: String(request.payload).slice(0, 500), body: answer.body.slice(0, 300) });
      if (answer.statusCode === 201) ids.push(/"_id":"([0-9a-f]{24})"/.exec(answer.body)?.[1] ?? 'none');
      if (ids.length > 60) ids.splice(2, 20);
    }

    expect(faults).toEqual([]);
    // Proof that the requests get somewhere: all the usual outcomes occur.
    for (const status of [200, 201, 400, 401, 403, 404, 409, 415, 422]) expect({ status, count: statuses.get(status) ?? 0 }).not.toEqual({ status, count: 0 });
  }, 180_000);
});
