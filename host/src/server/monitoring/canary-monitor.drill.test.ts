/** @jest-environment node */
import { createRandom } from '@site/shared/testing/random';
import { createCanaryMonitor, type MonitoredCanary } from './canary-monitor.ts';

const SINCE = Date.UTC(2026, 10, 22, 10);
const MINUTE_MS = 60_000;
const running: MonitoredCanary = {
  remote: 'gallery',
  version: 'new',
  activeVersion: 'old',
  since: new Date(SINCE).toISOString(),
  share: 2,
  isFrozen: false,
  limits: { faultRate: 0.02, views: 500, minutes: 10 },
};

const setUp = (canary: MonitoredCanary = running) => {
  const undo = jest.fn(async (_canary: MonitoredCanary, _reason: string) => undefined);
  const promote = jest.fn(async (_canary: MonitoredCanary) => undefined);
  const time = { now: SINCE };
  const monitor = createCanaryMonitor({ getCanaries: () => [canary], undo, promote, log: { warn: () => undefined }, now: () => time.now });
  /** Simulates a page that a browser has shown; `fail` simulates one that failed in the browser. */
  const view = (address: string, version = 'new'): void => {
    monitor.noteServed('set', 'gallery', version, address);
    monitor.countView('set', 'gallery', version, address);
  };
  const fail = (address: string): void => {
    monitor.noteServed('set', 'gallery', 'new', address);
    monitor.countFault({ kind: 'load', remote: 'gallery', version: 'new', set: 'set', message: '' }, address);
  };
  return { monitor, undo, promote, time, view, fail };
};

interface Traffic {
  readonly seed: number;
  /** The rates of failed renderings, and of page views with a fault in the browser. */
  readonly failureRates: { readonly active: number; readonly canary: number };
  readonly faultRates: { readonly active: number; readonly canary: number };
  readonly canary?: MonitoredCanary;
  readonly views: number;
}

/** Simulates page views by visitors with random numbers until the canary is undone. */
const simulate = ({ seed, failureRates, faultRates, canary = running, views }: Traffic) => {
  const random = createRandom(seed);
  const { monitor, undo, promote, time } = setUp(canary);
  let affectedViews = 0;
  let view = 0;
  for (; view < views && undo.mock.calls.length === 0; view += 1) {
    const kind = random() * 100 < canary.share ? 'canary' : 'active';
    const version = kind === 'canary' ? 'new' : 'old';
    const [isFailed, isFaulty] = [random() < failureRates[kind], random() < faultRates[kind]];
    monitor.countRender('gallery', version, isFailed);
    monitor.noteServed(kind, 'gallery', version, `visitor ${view}`);
    monitor.countView(kind, 'gallery', version, `visitor ${view}`);
    if (isFaulty) monitor.countFault({ kind: 'error', remote: 'gallery', version, set: kind, message: 'a fault' }, `visitor ${view}`);
    if (kind === 'canary' && (isFailed || isFaulty)) affectedViews += 1;
    time.now += 5;
  }
  return { isUndone: undo.mock.calls.length > 0, reason: undo.mock.calls[0]?.[1], view, affectedViews, promote, tally: monitor.getTally('gallery') };
};

const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1);
const NONE = { active: 0, canary: 0 };
/** Page views in ten seconds, at 200 a second. */
const VIEWS_IN_TEN_SECONDS = 2000;

describe('the evaluation of a canary', () => {
  it.each([
    ['1%', { active: 0.01, canary: 0.01 }],
    ['5%', { active: 0.05, canary: 0.05 }],
  ])('RLS-06 undoes none of 100 healthy canaries with 500 views and faults in %s of them, like the active version', (_, rates) => {
    const canary = { ...running, share: 20 };
    const results = seeds.map((seed) => simulate({ seed, failureRates: rates, faultRates: rates, canary, views: 3000 }));

    expect(Math.min(...results.map(({ tally }) => tally.views))).toBeGreaterThanOrEqual(500);
    expect(results.filter(({ isUndone }) => isUndone)).toEqual([]);
  });

  it.each([
    ['30% of the renderings fail', { failureRates: { active: 0.005, canary: 0.3 }, faultRates: NONE }, /^canary: \d+ of \d+ \(\d+%\) renderings failed$/],
    [
      'every page has a fault in the browser',
      { failureRates: NONE, faultRates: { active: 0.005, canary: 1 } },
      /^canary: \d+ faults in browsers, in \d+ page views$/,
    ],
  ])('RLS-06 undoes canaries with a share of 2%% when %s: 19 of 20 within ten seconds, affecting at most 2%% of the views', (_, rates, reason) => {
    const results = seeds.map((seed) => simulate({ seed, ...rates, views: 3 * VIEWS_IN_TEN_SECONDS }));

    expect(results.every(({ isUndone }) => isUndone)).toBe(true);
    expect(results.filter(({ view }) => view <= VIEWS_IN_TEN_SECONDS).length).toBeGreaterThanOrEqual(95);
    expect(results.map(({ affectedViews }) => affectedViews / VIEWS_IN_TEN_SECONDS).filter((share) => share > 0.02)).toEqual([]);
    expect(results[0]?.reason).toMatch(reason);
  });

  it('RLS-06 detects a late fault as fast as an early one, even if little is known about the active version', () => {
    const { monitor, undo } = setUp();
    for (let i = 0; i < 40; i += 1) monitor.countRender('gallery', 'old', false);
    for (let i = 0; i < 10_000; i += 1) monitor.countRender('gallery', 'new', false);
    for (let i = 0; i < 6; i += 1) monitor.countRender('gallery', 'new', true);

    expect(undo).toHaveBeenCalledWith(running, 'canary: 4 of 10004 (0%) renderings failed');
  });

  it('RLS-06 promotes a canary after enough views and minutes, if its faults are tolerated', () => {
    const { promote, time, view } = setUp();
    for (let i = 0; i < 600; i += 1) view(`visitor ${i}`);
    expect(promote).not.toHaveBeenCalled();
    time.now += 10 * MINUTE_MS;
    view('another');
    expect(promote).toHaveBeenCalledWith(running);
  });

  it.each([
    ['with too few views', running, 400, 0],
    ['for staff only', { ...running, share: 0 }, 600, 0],
    ['of a frozen remote', { ...running, isFrozen: true }, 600, 0],
    ['with more faults than tolerated', running, 600, 24],
  ])('RLS-06 does not promote a canary %s', (_, canary, views, faults) => {
    const { promote, undo, time, view, fail } = setUp(canary);
    time.now += 60 * MINUTE_MS;
    for (let i = 0; i < views; i += 1) {
      // Spread over the views, because together they would be enough evidence to undo the canary.
      if (i > 0 && i % 25 === 0 && i / 25 <= faults) fail(`visitor ${i}`);
      else view(`visitor ${i}`);
    }
    expect([promote.mock.calls.length, undo.mock.calls.length]).toEqual([0, 0]);
  });

  it('RLS-06 ignores faults of previews and other remotes, and faults that a page survives', () => {
    const { monitor, undo, view } = setUp();
    view('visitor');
    const fault = { kind: 'error', remote: 'gallery', version: 'new', set: 'set', message: '' } as const;
    for (let i = 0; i < 20; i += 1) {
      monitor.countFault({ ...fault, set: 'preview' }, `visitor ${i}`);
      monitor.countFault({ ...fault, remote: 'news' }, `visitor ${i}`);
      monitor.countFault({ ...fault, kind: 'long-task' }, `visitor ${i}`);
    }
    expect([undo.mock.calls.length, monitor.getTally('gallery').browserFaults]).toEqual([0, 0]);
  });

  it('RLS-06 ignores mere requests: ten thousand neither end nor promote a canary', () => {
    const { monitor, undo, promote, time } = setUp();
    time.now += 60 * MINUTE_MS;
    for (let i = 0; i < 10_000; i += 1) monitor.noteServed('set', 'gallery', i % 2 === 0 ? 'new' : 'old', `visitor ${i}`);
    time.now += 60 * MINUTE_MS;
    monitor.noteServed('set', 'gallery', 'new', 'visitor');
    expect([undo.mock.calls.length, promote.mock.calls.length, monitor.getTally('gallery').views]).toEqual([0, 0, 0]);
  });

  it('RLS-06 does not let a single address end or promote a canary, whatever it reports', () => {
    const { undo, promote, time, view, fail } = setUp();
    time.now += 60 * MINUTE_MS;
    for (let i = 0; i < 10_000; i += 1) {
      fail('visitor');
      view('visitor');
    }
    expect([undo.mock.calls.length, promote.mock.calls.length]).toEqual([0, 0]);
  });

  it('RLS-06 ends a canary with faults in half of its pages, however many views one address claims', () => {
    const { undo, view, fail } = setUp();
    for (let i = 0; i < 240 && undo.mock.calls.length === 0; i += 1) {
      for (let j = 0; j < 30; j += 1) view('claims');
      if (i % 2 === 0) fail(`visitor ${i}`);
      else view(`visitor ${i}`);
    }
    expect(undo.mock.calls.length).toBe(1);
  });

  it('RLS-06 ends a canary whose pages no browser has shown, while the active version is shown', () => {
    const { monitor, undo, time, view } = setUp();
    for (let i = 0; i < 30; i += 1) {
      view(`visitor ${i}`, 'old');
      monitor.noteServed('set', 'gallery', 'new', `other ${i}`);
    }
    expect(undo).not.toHaveBeenCalled();
    time.now += MINUTE_MS;
    monitor.noteServed('set', 'gallery', 'new', 'another');
    expect(undo).toHaveBeenCalledWith(running, 'canary: no browser has shown a page of it');
  });

  it('RLS-06 keeps a canary if one browser has shown its page', () => {
    const { monitor, undo, time, view } = setUp();
    view('visitor');
    for (let i = 0; i < 30; i += 1) {
      view(`visitor ${i}`, 'old');
      monitor.noteServed('set', 'gallery', 'new', `other ${i}`);
    }
    time.now += MINUTE_MS;
    monitor.noteServed('set', 'gallery', 'new', 'another');
    expect(undo).not.toHaveBeenCalled();
  });

  it('RLS-06 writes a decision again after a second if the registry could not be written', () => {
    const { monitor, undo, time } = setUp();
    undo.mockRejectedValue(new Error('the disk is full'));
    for (let i = 0; i < 20; i += 1) monitor.countRender('gallery', 'new', true);
    expect(undo).toHaveBeenCalledTimes(1);
    time.now += 1000;
    monitor.countRender('gallery', 'new', true);
    expect(undo).toHaveBeenCalledTimes(2);
  });
});
