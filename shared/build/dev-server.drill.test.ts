/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs as a separate program, because Jest cannot load the bundler. Prints what the dev server sends to its pages when a build has ended. */
const PROGRAM = `
  import { standalonePageConfig } from ${JSON.stringify(join(__dirname, 'dev-server.ts'))};
  const { devServer } = standalonePageConfig({ folder: process.env.FOLDER, name: 'gallery', paths: ['/gallery'], contract: 1 });
  devServer.setupMiddlewares([], {
    compiler: { hooks: { done: { tap: (_, onDone) => onDone({ hasErrors: () => false }) } } },
    sendMessage: (_, type, errors) => console.log(JSON.stringify({ type, errors })),
  });`;

describe('the dev server of a remote alone', () => {
  it('shows type errors in the terminal and on the page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'remote-'));
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "noEmit": true, "types": [] }, "files": ["page.ts"] }');
    writeFileSync(join(folder, 'page.ts'), 'export const page: string = missing;\n');

    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM], {
      cwd: __dirname,
      encoding: 'utf8',
      env: { ...process.env, FOLDER: folder },
    });
    rmSync(folder, { recursive: true });

    expect(stderr).toBe("page.ts(1,29): TS2304: Cannot find name 'missing'.\n");
    expect(JSON.parse(stdout)).toEqual({ type: 'errors', errors: [{ moduleName: 'page.ts(1,29)', message: "TS2304: Cannot find name 'missing'." }] });
  });
});
