/** @jest-environment node */
import * as v from 'valibot';
import type { Registry } from './manifest.ts';
import type { RegistryContent } from './registry-changes.ts';
import { createRetention, DEFAULT_RETENTION_DAYS, retentionDays } from './retention.ts';
import type { ReleaseStorage } from './storage/release-storage.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = Date.parse('2026-11-22T10:00:00.000Z');
const WEEK = { days: 7 };

/** An in-memory store. `files` maps each file to its age in days. */
const openStore = (files: Readonly<Record<string, number>>) => {
  const stored = new Map(Object.entries(files).map(([key, days]) => [key, NOW - days * DAY_MS]));
  const removed: string[] = [];
  const clock = { now: NOW, beforeRemoval: (_key: string): void => undefined };
  const storage = {
    list: async () => [...stored].map(([key, modifiedAt]) => ({ key, modifiedAt })),
    replace: async (key: string, content: string) => {
      expect(content).toBe('');
      stored.set(key, clock.now);
    },
    remove: async (key: string) => {
      clock.beforeRemoval(key);
      removed.push(key);
      stored.delete(key);
    },
  } as Partial<ReleaseStorage> as ReleaseStorage;
  const registry = { content: { remotes: {}, removed: {} } as RegistryContent };
  const retention = createRetention({
    storage,
    registry: {
      inspect: async () => ({ registry: { ...registry.content, generation: 1 } }),
      update: async (change) => {
        registry.content = await change(registry.content);
        return { ...registry.content, generation: 2 } as Registry;
      },
    },
    now: () => clock.now,
  });
  const findUnused = async () => (await retention.prune({ ...WEEK, isDryRun: true })).map(({ version }) => version);
  return { ...retention, stored, removed, clock, registry, findUnused };
};

const addVersions = (age: number, name = 'new') => Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`news/${name}${index}/release.json`, age]));

describe('RLS-11 retention', () => {
  it('retains the twenty newest versions of a remote, regardless of their order in the store', async () => {
    const storeWithOldFirst = openStore({ 'news/old/release.json': 30, ...addVersions(20) });
    const storeWithOldLast = openStore({ ...addVersions(20), 'news/old/release.json': 30 });
    expect([await storeWithOldFirst.findUnused(), await storeWithOldLast.findUnused()]).toEqual([['old'], ['old']]);
  });

  it('does not count folders without a manifest among the newest versions', async () => {
    const incompleteVersions = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`news/part${index}/browser/release.json`, 10]));
    expect(await openStore({ ...incompleteVersions, 'news/old/release.json': 30 }).findUnused()).toEqual([]);
  });

  it('retains a version for exactly the given time', async () => {
    expect(await openStore({ ...addVersions(0), 'news/old/release.json': 7 }).findUnused()).toEqual([]);
    expect(await openStore({ ...addVersions(0), 'news/old/release.json': 7.001 }).findUnused()).toEqual(['old']);
  });

  it('retains a version that a host has served on the first day of the period', async () => {
    const files = { ...addVersions(0), 'news/old/release.json': 30 };
    expect(await openStore({ ...files, 'served/2026-11-15/news/old': 7 }).findUnused()).toEqual([]);
    expect(await openStore({ ...files, 'served/2026-11-14/news/old': 8 }).findUnused()).toEqual(['old']);
    expect(await openStore({ ...files, 'history/2026-11-22/news/old': 0 }).findUnused()).toEqual(['old']);
  });

  it('ignores files beside the versions', async () => {
    expect(await openStore({ ...addVersions(0), 'news/release.json': 30, 'tokens/2026/release.json': 30, 'other/1/entry.js': 30 }).findUnused()).toEqual([]);
  });

  it('removes the manifest of a version first, so that an interrupted removal leaves no incomplete version', async () => {
    const store = openStore({ ...addVersions(0), 'news/old/browser/entry.js': 30, 'news/old/release.json': 30 });
    await store.prune(WEEK);
    expect(store.removed).toEqual(['news/old/release.json', 'news/old/browser/entry.js']);
  });

  it('ends only its own sweep', async () => {
    const store = openStore({ ...addVersions(0), 'news/old/release.json': 30 });
    const other = { startedAt: '2026-11-22T10:11:00.000Z', versions: ['news/other'] };
    store.clock.beforeRemoval = () => {
      store.registry.content = { ...store.registry.content, sweep: other };
    };
    await store.prune(WEEK);
    expect(store.registry.content.sweep).toEqual(other);

    const ended = openStore({ ...addVersions(0), 'news/old/release.json': 30 });
    ended.clock.beforeRemoval = () => {
      ended.registry.content = { remotes: {}, removed: {} };
    };
    await ended.prune(WEEK);
    expect(ended.registry.content).toEqual({ remotes: {}, removed: {} });
  });

  it('waits ten minutes before it replaces the sweep of another process', async () => {
    const store = openStore({ ...addVersions(0), 'news/old/release.json': 30 });
    const announce = (age: number) => {
      store.registry.content = { ...store.registry.content, sweep: { startedAt: new Date(NOW - age).toISOString(), versions: [] } };
    };
    announce(10 * MINUTE_MS - 1);
    await expect(store.prune(WEEK)).rejects.toThrow('Another process is removing versions at the moment.');
    announce(10 * MINUTE_MS);
    await expect(store.prune(WEEK)).resolves.toHaveLength(1);
  });

  it('marks a served version again on the next day', async () => {
    const store = openStore({});
    const names = [{ remote: 'news', version: '1' }];
    await store.recordServed(names);
    await store.recordServed(names);
    store.clock.now += DAY_MS;
    await store.recordServed(names);
    expect([...store.stored.keys()]).toEqual(['served/2026-11-22/news/1', 'served/2026-11-23/news/1']);
  });
});

describe('RETENTION_DAYS', () => {
  it.each([
    ['1', 1],
    ['30', 30],
    ['9999', 9999],
    [DEFAULT_RETENTION_DAYS, 7],
  ])('accepts %s', (text, days) => {
    expect(v.parse(retentionDays, text)).toBe(days);
  });

  it.each(['0', '07', '10000', '-1', '7 days', '1.5', ''])('rejects "%s"', (text) => {
    expect(() => v.parse(retentionDays, text)).toThrow('must be a number of days, at least 1');
  });
});
