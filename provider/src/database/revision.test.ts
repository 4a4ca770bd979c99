import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createRevision } from './revision.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the revision of a provider that has just started', () => {
  it('OPS-01 is the same for all of its first requests', async () => {
    const { number } = await app.services.revision.state();
    const { state } = await createRevision(app.services.db);

    const states = await Promise.all([state(), state(), state()]);

    expect(number).toBeGreaterThan(0);
    expect(states.map((each) => each.number)).toEqual([number, number, number]);
  });
});
