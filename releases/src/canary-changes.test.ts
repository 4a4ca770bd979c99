/** @jest-environment node */
import { requireCanary, startCanary, stopCanary, toCanary, undoCanary } from './canary-changes.ts';
import type { RegistryEntry } from './manifest.ts';
import { activateVersion, type RegistryContent } from './registry-changes.ts';

const AT = '2026-11-22T10:00:00.000Z';
const canary = { share: 5, since: AT, limits: { faultRate: 0.02, views: 500, minutes: 10 } };
const entry: RegistryEntry = { paths: ['/news'], history: ['n2', 'n1'], bad: [{ version: 'n0', at: AT, reason: 'rolled back' }] };
const content: RegistryContent = { remotes: { news: entry, home: { paths: ['/'], history: ['h1'], bad: [] } }, removed: {} };

const start = (version: string, paths = ['/news']) => startCanary({ remote: 'news', version, paths }, { ...canary, version })(content);

describe('RLS-06 a canary in the registry', () => {
  it('runs alongside the active version, which stays active', () => {
    expect(start('n3').remotes.news).toEqual({ ...entry, canary: { ...canary, version: 'n3' } });
  });

  it('starts immediately and tolerates a fault in two of a hundred page views', () => {
    jest.useFakeTimers({ now: new Date(AT) });

    expect(toCanary('n3', { share: 5, views: 500, minutes: 10 })).toEqual({ ...canary, version: 'n3' });

    jest.useRealTimers();
  });

  it.each([
    ['the active version', 'n2', ['/news'], 'news n2 is active already.'],
    ['a blocked version', 'n0', ['/news'], 'news n0 is blocked since'],
    ["another remote's path", 'n3', ['/'], 'news cannot own "/"'],
  ])('rejects %s', (_name, version, paths, reason) => {
    expect(() => start(version, paths)).toThrow(reason);
  });

  it('is stopped manually without blocking its version, and undone by blocking it', () => {
    expect(stopCanary('news')(start('n3'))).toEqual(content);
    const contentAfterUndo = undoCanary('news', { version: 'n3', since: AT }, 'canary: 9 of 30 (30%) renderings failed', AT)(start('n3'));
    expect(contentAfterUndo.remotes.news).toEqual({
      ...entry,
      bad: [{ version: 'n3', at: AT, reason: 'canary: 9 of 30 (30%) renderings failed' }, ...entry.bad],
    });
  });

  it('is not ended by a decision about an earlier canary', () => {
    const undo = undoCanary('news', { version: 'n3', since: '2026-11-22T09:00:00.000Z' }, 'late', AT);
    expect(() => undo(start('n3'))).toThrow('The canary n3 of news has ended.');
    expect(() => undo(content)).toThrow('news has no canary.');
    expect(() => requireCanary(start('n3').remotes.news ?? entry, 'news', { version: 'n4', since: AT })).toThrow('The canary n4 of news has ended.');
  });

  it.each(['n3', 'n4'])('ends when a version becomes active: %s', (version) => {
    const active = activateVersion({ remote: 'news', version, declared: ['/news'], declaredBefore: ['/news'] })(start('n3'));
    expect(active.remotes.news).toEqual({ ...entry, history: [version, 'n2', 'n1'] });
  });
});
