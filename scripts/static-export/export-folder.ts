import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import * as v from 'valibot';

/** Lists the files that the command wrote, so that the next export into the folder can replace them. */
const LIST_FILE = 'site-export.json';
/** Temporary folder, whose files are moved to the target folder only when the export is complete. */
const DRAFT_FOLDER = '.site-export-draft';
/** Files that operating systems leave on disks. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  '.DS_Store',
  '.Spotlight-V100',
  '.Trashes',
  '.fseventsd',
  'System Volume Information',
  'lost+found',
  DRAFT_FOLDER,
]);

const listSchema = v.object({
  site: v.string(),
  createdAt: v.string(),
  /** Only relative paths are valid, so that an export never replaces a file outside its folder. */
  files: v.array(v.pipe(v.string(), v.regex(/^(?!\.\.?(?:\/|$))[a-z0-9._-]+(?:\/(?!\.\.?(?:\/|$))[a-z0-9._-]+)*$/))),
});
type ExportList = v.InferOutput<typeof listSchema>;

export interface ExportFolder {
  readonly path: string;
  write(file: string, content: string | Uint8Array): void;
  read(file: string): string;
  publish(about: Omit<ExportList, 'files'>): { readonly files: number; readonly bytes: number };
  discard(): void;
}

const readList = (folder: string): ExportList | undefined => {
  if (!existsSync(join(folder, LIST_FILE))) return undefined;
  try {
    return v.parse(listSchema, JSON.parse(readFileSync(join(folder, LIST_FILE), 'utf8')));
  } catch {
    throw new Error(`${join(folder, LIST_FILE)} is not the list of an export: delete it with the files of that export, or name another folder.`);
  }
};

const removeEmptyFolders = (folder: string, file: string): void => {
  for (let parent = dirname(join(folder, file)); parent.startsWith(folder + sep); parent = dirname(parent)) {
    if (!existsSync(parent)) continue;
    if (readdirSync(parent).length > 0) return;
    rmdirSync(parent);
  }
};

/** Prepares a folder that does not exist, is empty, or contains an earlier export. Throws an Error for any other folder. */
export const openExportFolder = (path: string): ExportFolder => {
  const folder = resolve(path);
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is a file: name a folder.`);
  const previous = readList(folder);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !SYSTEM_NAMES.has(name)) : [];
  if (previous === undefined && names.length > 0)
    throw new Error(`${folder} is not empty, and nothing in it is an earlier export: name an empty folder, or one that does not exist.`);
  const isNew = !existsSync(folder);
  const draft = join(folder, DRAFT_FOLDER);
  try {
    rmSync(draft, { recursive: true, force: true });
    // Without `recursive`, a missing parent is an error: for a USB stick that is not mounted, a new folder must not be created.
    if (isNew) mkdirSync(folder);
    mkdirSync(draft);
  } catch (error) {
    throw new Error(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  const sizes = new Map<string, number>();

  return {
    path: folder,
    write: (file, content) => {
      const target = join(draft, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      sizes.set(file, Buffer.byteLength(content));
    },
    read: (file) => readFileSync(join(draft, file), 'utf8'),
    publish: (about) => {
      const files = [...sizes.keys()].sort();
      const writeList = (files: readonly string[]): void => writeFileSync(join(folder, LIST_FILE), `${JSON.stringify({ ...about, files }, null, 1)}\n`);
      const old = previous?.files ?? [];
      // List the files of both exports first, so that the next export can replace them if this export is interrupted.
      writeList([...new Set([...old, ...files])]);
      for (const file of old) {
        rmSync(join(folder, file), { force: true });
        removeEmptyFolders(folder, file);
      }
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        renameSync(join(draft, file), join(folder, file));
      }
      rmSync(draft, { recursive: true });
      writeList(files);
      return { files: files.length, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
    },
    discard: () => rmSync(isNew ? folder : draft, { recursive: true, force: true }),
  };
};
