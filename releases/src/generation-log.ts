import type { ReleaseStorage } from './storage/release-storage.ts';

/** Numbered texts; the highest number is the newest. */
export interface GenerationLog {
  /** Lists the numbers, newest first. */
  list(): Promise<number[]>;
  /** Reads a text. Throws if the text cannot be read. */
  read(generation: number): Promise<string>;
  /** Writes a text; returns false if its number is already taken. */
  create(generation: number, text: string): Promise<boolean>;
  /** Writes or replaces a text. */
  replace(generation: number, text: string): Promise<void>;
  remove(generation: number): Promise<void>;
}

/** Creates a log that stores its texts under a prefix in the storage. */
export const createGenerationLog = (storage: ReleaseStorage, prefix: string): GenerationLog => {
  const getKey = (generation: number): string => `${prefix}${String(generation).padStart(8, '0')}.json`;

  return {
    list: async () => {
      const names = (await storage.listKeys(prefix)).map((key) => key.slice(prefix.length));
      return names.flatMap((name) => (/^\d{8,15}\.json$/.test(name) ? [Number.parseInt(name, 10)] : [])).sort((a, b) => b - a);
    },
    read: async (generation) => {
      const text = await storage.read(getKey(generation));
      if (text === undefined) throw new Error('it is missing');
      return text.toString('utf8');
    },
    create: (generation, text) => storage.create(getKey(generation), text),
    replace: (generation, text) => storage.replace(getKey(generation), text),
    remove: (generation) => storage.remove(getKey(generation)),
  };
};
