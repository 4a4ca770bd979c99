import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildWorkspace } from '@site/releases/release-client';
import { root } from '@site/scripts/parts';

/** Replaces a string that occurs exactly once in a file. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Whether to type-check the edit. Off by default: the release checks must detect broken code by its behaviour. */
  readonly isChecked?: boolean;
}

const EXCLUDED_NAMES = new Set(['node_modules', 'dist', 'data', '.cache', '.git', 'test-results', 'reference']);

/** Creates a copy of the repository for building edited remotes. The copy uses this checkout's installed packages and built host. */
export const createCheckout = () => {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'));
  cpSync(root, folder, { recursive: true, filter: (source) => source === root || !EXCLUDED_NAMES.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(root, 'host/dist'), join(folder, 'host/dist'));
  const original = new Map<string, string>();

  const apply = ({ file, from, to, isChecked = false }: Edit): void => {
    const path = join(folder, file);
    const content = readFileSync(path, 'utf8');
    if (!content.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}`);
    if (!original.has(path)) original.set(path, content);
    const changed = content.replace(from, () => to);
    const isScript = /\.tsx?$/.test(file);
    writeFileSync(path, isScript && !isChecked && !changed.startsWith('// @ts-nocheck') ? `// @ts-nocheck\n${changed}` : changed);
  };
  const restore = (): void => {
    for (const [path, content] of original) writeFileSync(path, content);
    original.clear();
  };

  return {
    folder,
    getWorkspace: (remote: string): string => join(folder, `remote-${remote}`),
    withBuild: async <T>(remote: string, edits: readonly Edit[], use: (workspace: string) => Promise<T>): Promise<T> => {
      const workspace = join(folder, `remote-${remote}`);
      try {
        for (const edit of edits) apply(edit);
        rmSync(join(workspace, 'dist'), { recursive: true, force: true });
        await buildWorkspace(workspace);
        return await use(workspace);
      } finally {
        restore();
      }
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};
export type Checkout = ReturnType<typeof createCheckout>;
