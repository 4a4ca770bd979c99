import { createFormTokens, FORM_TOKEN_SECONDS } from './signed-tokens.ts';

const SECRET = 'a secret that only the tests use, of forty letters';
const START = Date.parse('2026-11-20T10:00:00.000Z');

describe('the token of a form', () => {
  const clock = { now: new Date(START) };
  const tokens = createFormTokens(SECRET, () => clock.now);
  const readAfter = async (seconds: number, issue = () => tokens.issue()): Promise<string | null> => {
    clock.now = new Date(START);
    const token = await issue();
    clock.now = new Date(START + seconds * 1000);
    return tokens.read(token);
  };

  it.each([0, 1, 2])('is rejected after %i s, because no visitor fills in a form that fast', async (seconds) => {
    expect(await readAfter(seconds)).toBeNull();
  });

  it.each([3, 60, FORM_TOKEN_SECONDS - 1])('is valid after %i s', async (seconds) => {
    expect(await readAfter(seconds)).toMatch(/^[0-9a-f]{24}$/);
  });

  it('expires after a day', async () => {
    expect(await readAfter(24 * 60 * 60)).toBeNull();
  });

  it.each([
    ['of another site', () => createFormTokens('another secret that is just as long as it', () => clock.now).issue()],
    ['that is malformed', async () => 'abc.def.ghi'],
  ])('is invalid if it is one %s', async (_what, issue) => {
    expect(await readAfter(60, issue)).toBeNull();
  });

  it('is invalid if it is missing', async () => {
    expect(await tokens.read(undefined)).toBeNull();
  });
});
