import { Agent, request } from 'node:http';
import { pause, signIn } from '../measuring.ts';

const CACHED_INTERVAL_MS = 40;
const UNCACHED_INTERVAL_MS = 250;
const SIGN_IN_INTERVAL_MS = 2000;
const TIMEOUT_MS = 15_000;

export interface VisitTimes {
  readonly cached: readonly number[];
  readonly uncached: readonly number[];
  readonly signIns: readonly number[];
  readonly failures: readonly string[];
}

let requestNumber = 0;

const get = (agent: Agent, url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    request(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      response
        .resume()
        .on('end', () => (response.statusCode === 200 ? resolve(performance.now() - began) : reject(new Error(`status ${response.statusCode}`))));
    })
      .on('timeout', function (this: { destroy(): void }) {
        this.destroy();
      })
      .on('error', reject)
      .end();
  });

/** Simulates one visitor with a separate IP address who opens cached and new pages, and one staff member who signs in. */
export const visit = async (url: string, milliseconds: number): Promise<VisitTimes> => {
  const agent = new Agent({ keepAlive: true });
  const times = { cached: [] as number[], uncached: [] as number[], signIns: [] as number[], failures: [] as string[] };
  const until = performance.now() + milliseconds;
  const repeat = async (results: number[], intervalMs: number, what: string, act: () => Promise<number>): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      await act().then(
        (time) => results.push(time),
        (error: unknown) => times.failures.push(`${what}: ${String(error)}`),
      );
      await pause(Math.max(0, intervalMs - (performance.now() - began)));
    }
  };
  const timeUncachedPage = (): Promise<number> => {
    requestNumber += 1;
    return get(agent, `${url}/news?q=${requestNumber}`);
  };
  const timeSignIn = async (): Promise<number> => {
    const began = performance.now();
    await signIn(url);
    return performance.now() - began;
  };
  await Promise.all([
    repeat(times.cached, CACHED_INTERVAL_MS, 'cached page', () => get(agent, `${url}/`)),
    repeat(times.uncached, UNCACHED_INTERVAL_MS, 'new page', timeUncachedPage),
    repeat(times.signIns, SIGN_IN_INTERVAL_MS, 'sign-in', timeSignIn),
  ]);
  agent.destroy();
  return times;
};
