import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';

/** Numbered texts, of which the highest number is the newest: a folder, or the objects of a prefix. */
export interface GenerationLog {
  /** Numbers, the newest first; empty when the folder does not exist. */
  list(): Promise<number[]>;
  /** Throws when the text cannot be read. */
  read(generation: number): Promise<string>;
  /** Writes a text unless its number exists already: false then. Never leaves a half-written text. */
  create(generation: number, text: string): Promise<boolean>;
  /** Writes or replaces a text. Never leaves a half-written text. */
  replace(generation: number, text: string): Promise<void>;
  remove(generation: number): Promise<void>;
}

export const createGenerationFolder = (folder: string): GenerationLog => {
  const getFile = (generation: number): string => join(folder, `${String(generation).padStart(8, '0')}.json`);

  /** Passes a complete draft to `publish` and removes it afterwards. */
  const withDraft = async <T>(text: string, publish: (draft: string) => Promise<T>): Promise<T> => {
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `.${randomUUID()}`);
    try {
      await writeFile(draft, text, { flush: true });
      return await publish(draft);
    } finally {
      await rm(draft, { force: true });
    }
  };

  return {
    list: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
        throw error;
      });
      return names.flatMap((name) => (/^\d{8,15}\.json$/.test(name) ? [Number.parseInt(name, 10)] : [])).sort((a, b) => b - a);
    },
    read: (generation) => readFile(getFile(generation), 'utf8'),
    create: (generation, text) =>
      withDraft(text, async (draft) => {
        try {
          await link(draft, getFile(generation));
          return true;
        } catch (error) {
          if (hasErrorCode(error, 'EEXIST')) return false;
          throw error;
        }
      }),
    replace: (generation, text) => withDraft(text, (draft) => rename(draft, getFile(generation))),
    remove: (generation) => rm(getFile(generation), { force: true, recursive: true }),
  };
};
