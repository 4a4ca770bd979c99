import { dirname, join } from 'node:path';

export type ReadSource = (path: string) => string;

/** Relations between the files in the repository. All paths are relative to its root. */
export interface ImportGraph {
  /** For each file, the files that execute it: those that import it, or name it in a string, for example to start it as a program. */
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each file, the files that read its entire folder. These readers do not depend on what the file imports. */
  readonly readers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly repositorySuites: ReadonlySet<string>;
}

const CODE_FILE = /\.[cm]?[jt]sx?$/;
const FILES_WITH_PATHS = /\.(?:[cm]?[jt]sx?|css)$/;
export const isSuite = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Matches `import … from '…'` and `export … from '…'`, except type imports, which do not exist when a test runs. */
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\s+(?!from\b)[\w{*$])(?:[^'";]*?\bfrom\s*)?['"]([^'"\n]+)['"]/gm;
const IMPORT_CALL = /\b(?:import|require|require\.resolve|requireActual|doMock)(?:<[^()]*>)?\((?:\s|\/\*.*?\*\/)*['"]([^'"\n]+)['"]/g;
const PATH_STRING = /['"](?:<rootDir>\/)?([\w@.[\]/-]*\.\w+)['"]/g;
const FOLDER_STRING = /(?:__dirname|import\.meta\.dirname),\s*'([\w./-]+)'/g;
const EXTENSIONS = ['', '.ts', '.tsx', '.cjs', '.mjs', '.js', '.json'];

/** Returns the modules that code imports at run time: static and dynamic imports, `require`, and modules that Jest mocks. */
export const findImports = (source: string): Set<string> =>
  new Set([STATIC_IMPORT, IMPORT_CALL].flatMap((pattern) => [...source.matchAll(pattern)].map(([, specifier = '']) => specifier)));

interface Workspace {
  readonly name: string;
  readonly folder: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Returns the file behind a public name of a package: an exact entry, or else the pattern with the longest prefix. */
const findExport = ({ exports }: Workspace, name: string): string => {
  const [entry = ''] = Object.keys(exports)
    .filter((key) => key === name || (key.endsWith('*') && name.startsWith(key.slice(0, -1))))
    .sort((a, b) => Number(b === name) - Number(a === name) || b.length - a.length);
  return String(exports[entry] ?? '').replace('*', name.slice(entry.length - 1));
};

const addToSet = (map: Map<string, Set<string>>, key: string, value: string): void => {
  if (key !== value) map.set(key, (map.get(key) ?? new Set()).add(value));
};

/**
 * Builds the import graph of all workspaces. Jest's own selection does not work here: each of its projects has one workspace as its root, so Jest does not see
 * imports from another workspace.
 */
export const readImportGraph = (files: readonly string[], read: ReadSource): ImportGraph => {
  const paths = new Set(files);
  const workspaces = files
    .filter((file) => /^[^/]+\/package\.json$/.test(file))
    .flatMap((file): readonly Workspace[] => {
      try {
        return [{ exports: {}, ...JSON.parse(read(file)), folder: dirname(file) }];
      } catch {
        // The file was deleted, or has a syntax error, which the linter reports.
        return [];
      }
    });

  const resolveImport = (importer: string, specifier: string): string | undefined => {
    const [path = ''] = specifier.split('?');
    const workspace = workspaces.find(({ name }) => path.startsWith(`${name}/`));
    if (workspace === undefined && !path.startsWith('.')) return undefined;
    const base = workspace ? join(workspace.folder, findExport(workspace, `.${path.slice(workspace.name.length)}`)) : join(dirname(importer), path);
    return EXTENSIONS.map((extension) => `${base}${extension}`).find((file) => paths.has(file));
  };

  const importers = new Map<string, Set<string>>();
  const folderReaders = new Map<string, Set<string>>();
  const repositorySuites = new Set<string>();
  for (const file of files.filter((path) => FILES_WITH_PATHS.test(path))) {
    const source = read(file);
    const folders = [...source.matchAll(FOLDER_STRING)].map(([, path = '']) => join(dirname(file), path).replace(/\/$/, ''));
    const used = new Set<string>();
    for (const [, text = ''] of source.matchAll(PATH_STRING))
      for (const base of ['.', dirname(file), ...folders]) {
        const path = join(base, text);
        if (paths.has(path)) used.add(path);
      }
    // Code that names a folder but none of its files reads the entire folder.
    for (const folder of folders) if (![...used].some((path) => path.startsWith(`${folder}/`))) addToSet(folderReaders, folder, file);
    for (const specifier of CODE_FILE.test(file) ? findImports(source) : []) {
      const importedFile = resolveImport(file, specifier);
      if (importedFile !== undefined) used.add(importedFile);
    }
    if (isSuite(file)) {
      // The configuration names the set-up files for its project's suites.
      used.add(join(file.split('/')[0] ?? '', 'jest.config.cjs'));
      if (folders.includes('.')) repositorySuites.add(file);
    }
    for (const path of used) addToSet(importers, path, file);
  }

  for (const { folder } of [...workspaces, { folder: '.' }]) folderReaders.delete(folder);
  const readers = new Map<string, Set<string>>();
  for (const file of folderReaders.size > 0 ? files : [])
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
      for (const reader of folderReaders.get(folder) ?? []) addToSet(readers, file, reader);
  return { importers, readers, repositorySuites };
};
