import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './entry-points.ts';

const execute = promisify(execFile);
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Folder for the compiled files. It is inside the repository, so that the compiler finds the packages. */
const CACHE = join(root, '.cache');

export const SHARED_SOURCES = ['shared/src', 'shared/build', 'shared/assets.d.ts'];

interface CompilerPass {
  readonly folders: readonly string[];
  /** `types` emits declarations without comments, as in the API report. */
  readonly emit: 'scripts' | 'scripts and types' | 'types';
}

const OPTIONS: Readonly<Record<CompilerPass['emit'], object>> = {
  scripts: {},
  'scripts and types': { declaration: true },
  types: { declaration: true, emitDeclarationOnly: true, removeComments: true },
};

/**
 * Compiles sources pass by pass into a new folder below `.cache`, and returns the folder, which the caller must remove. Throws an Error with the compiler's
 * output.
 */
export const compileSources = async (passes: readonly CompilerPass[]): Promise<string> => {
  mkdirSync(CACHE, { recursive: true });
  const outDir = mkdtempSync(join(CACHE, 'compiled-'));
  const project = join(outDir, 'tsconfig.json');
  for (const { folders, emit } of passes) {
    const paths = folders.map((folder) => join(root, folder));
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(root, 'shared/build/tsconfig.json'),
        compilerOptions: { noEmit: false, rewriteRelativeImportExtensions: true, rootDir: root, outDir, ...OPTIONS[emit] },
        include: paths,
        exclude: paths.flatMap((path) => [join(path, '**/*.test.ts'), join(path, '**/*.test.tsx')]),
      }),
    );
    await execute(process.execPath, [compiler, '-p', project]).catch((error: { readonly stdout?: string }) => {
      throw new Error(`The kit does not compile:\n${error.stdout ?? String(error)}`);
    });
  }
  return outDir;
};
