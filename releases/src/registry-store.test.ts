/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerationLog } from './generation-log.ts';
import type { Registry } from './manifest.ts';
import type { RegistryContent } from './registry-changes.ts';
import { createRegistryStore } from './registry-store.ts';
import { createFolderStorage } from './storage/folder-storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const parse = async (text: string): Promise<Registry> => JSON.parse(text);
const codec = { parse, parseBackup: parse, format: async (registry: Registry) => ({ text: JSON.stringify(registry), registry }) };

/** Opens a writer on its own machine. `pause` is called between reading and writing. */
const open = (machine: string, pause = async (): Promise<void> => undefined) =>
  createRegistryStore({
    log: createGenerationLog(createFolderStorage(join(folder, 'store')), 'registry/'),
    backup: createGenerationLog(createFolderStorage(join(folder, machine)), 'backup/'),
    codec,
    complete: async (content) => {
      await pause();
      return content;
    },
  });
const add =
  (remote: string) =>
  async (content: RegistryContent): Promise<RegistryContent> => ({
    ...content,
    registered: { ...content.registered, [remote]: { paths: [`/${remote}`], at: '2026-11-30T12:00:00.000Z' } },
  });

describe('registry store', () => {
  it('REL-03 loses no change of a writer that paused while others wrote more generations than the log keeps', async () => {
    const others = open('others');
    await others.update(add('first'));
    let isPaused = false;
    const pausedStore = open('paused', async () => {
      if (isPaused) return;
      isPaused = true;
      for (let write = 0; write < 25; write += 1) await others.update(add(`remote-${write}`));
    });

    const written = await pausedStore.update(add('late'));

    const { registry } = await open('reader').inspect();
    expect(Object.keys(registry.registered ?? {})).toEqual(expect.arrayContaining(['first', 'remote-0', 'remote-24', 'late']));
    expect([written.generation, registry.generation]).toEqual([27, 27]);
  });
});
