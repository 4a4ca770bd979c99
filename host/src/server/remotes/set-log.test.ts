/** @jest-environment node */
import type { Registry } from '@site/releases/manifest';
import type { RunningCanary } from './active-set.ts';
import { activeSetFixture } from './active-set-fixture.ts';
import { createSetLog } from './set-log.ts';

const SINCE = '2026-11-22T10:00:00.000Z';
const running: RunningCanary = { remote: 'gallery', canary: { version: '3', share: 5, since: SINCE, limits: { faultRate: 0.02, views: 500, minutes: 10 } } };
const mark = (version: string, reason: string) => ({ version, at: SINCE, reason });

type Entry = Registry['remotes'][string];
const createRegistry = (entry: Partial<Entry> = {}): Registry => ({
  generation: 1,
  removed: {},
  remotes: { gallery: { paths: ['/gallery'], history: ['2', '1'], bad: [], ...entry } },
});

const setUp = () => {
  const lines: (readonly [level: string, values: unknown, message: unknown])[] = [];
  const at = (level: string) => (values: unknown, message?: unknown) => void lines.push([level, values, message]);
  const logSet = createSetLog({ info: at('info'), warn: at('warn'), error: at('error') });
  return { logSet, takeLines: () => lines.splice(0) };
};

describe('the log of release sets', () => {
  it('RLS-06 logs the start of a canary', () => {
    const { logSet, takeLines } = setUp();
    logSet(activeSetFixture('one'), createRegistry(), []);
    takeLines();

    logSet(activeSetFixture('one'), createRegistry(), [running]);
    logSet(activeSetFixture('one'), createRegistry(), [running]);

    expect(takeLines()).toEqual([['warn', { remote: 'gallery', version: '3', share: 5 }, 'canary started']]);
  });

  it.each<[end: string, entry: Partial<Entry>, reason: string]>([
    ['became active', { history: ['3', '2', '1'] }, 'promoted'],
    ['was bad', { bad: [mark('0', 'rolled back'), mark('3', '9 of 30 renderings failed')] }, '9 of 30 renderings failed'],
    ['was stopped', { bad: [mark('0', 'rolled back')] }, 'stopped'],
    ['was active before', { history: ['2', '3'] }, 'stopped'],
  ])('RLS-06 logs why a canary that %s has ended', (_end, entry, reason) => {
    const { logSet, takeLines } = setUp();
    logSet(activeSetFixture('one'), createRegistry(), [running]);
    takeLines();

    logSet(activeSetFixture('one'), createRegistry(entry), []);

    expect(takeLines()).toEqual([['warn', { remote: 'gallery', version: '3', reason }, 'canary ended']]);
  });

  it('RLS-06 logs each canary of the same version', () => {
    const { logSet, takeLines } = setUp();
    const laterCanary = { ...running, canary: { ...running.canary, since: '2026-11-23T10:00:00.000Z' } };
    logSet(activeSetFixture('one'), createRegistry(), [running]);
    takeLines();

    logSet(activeSetFixture('one'), createRegistry(), [laterCanary]);

    expect(takeLines().map(([, , message]) => message)).toEqual(['canary ended', 'canary started']);
  });

  it('RLS-06 logs once that this host cannot serve a canary', () => {
    const { logSet, takeLines } = setUp();
    logSet(activeSetFixture('one'), createRegistry(), [running]);
    takeLines();

    const broken = { ...running, problem: 'its bundle is missing' };
    logSet(activeSetFixture('one'), createRegistry(), [broken]);
    logSet(activeSetFixture('one'), createRegistry(), [broken]);

    expect(takeLines()).toEqual([['error', { remote: 'gallery', reason: '3: its bundle is missing' }, 'release rejected']]);
  });
});
