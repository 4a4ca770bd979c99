/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Prints the messages that the dev server sends to its pages after a build. The program runs in a separate process, because Jest cannot load the bundler. */
const PROGRAM = `
  import { standalonePageConfig } from ${JSON.stringify(join(__dirname, 'dev-server.ts'))};
  const { devServer } = standalonePageConfig({ folder: process.env.FOLDER, name: 'gallery', paths: ['/gallery'], contract: 2 });
  devServer.setupMiddlewares([], {
    compiler: { hooks: { done: { tap: (_, onDone) => onDone({ hasErrors: () => false }) } } },
    sendMessage: (_, type, errors) => console.log(JSON.stringify({ type, errors })),
  });`;

/** Prints the host and port of the dev server, and its responses to requests for these URLs. */
const ADDRESSES_PROGRAM = `
  import { standalonePageConfig } from ${JSON.stringify(join(__dirname, 'dev-server.ts'))};
  const find = (paths) => {
    const { devServer } = standalonePageConfig({ folder: process.env.FOLDER, name: 'gallery', paths, contract: 2 });
    const [{ middleware }] = devServer.setupMiddlewares([], { compiler: { hooks: { done: { tap: () => undefined } } } });
    return (url) => {
      let found = devServer.host + ' ' + url;
      middleware({ url }, { writeHead: (status, { location }) => ({ end: () => (found = status + ' ' + location) }) }, () => undefined);
      return found;
    };
  };
  console.log(JSON.stringify([find(['/gallery', '/photos'])('/'), find(['/gallery'])('/gallery'), find(['/', '/about'])('/')]));`;

const run = (program: string, folder: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: __dirname,
    encoding: 'utf8',
    env: { ...process.env, FOLDER: folder },
  });

describe('the dev server of a single remote', () => {
  it("RLS-08 accepts connections from this machine only, and redirects from the printed URL to the remote's first page", () => {
    expect(JSON.parse(run(ADDRESSES_PROGRAM, tmpdir()).stdout)).toEqual(['302 /gallery', 'localhost /gallery', 'localhost /']);
  });

  it('shows type errors in the terminal and on the page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'remote-'));
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "noEmit": true, "types": [] }, "files": ["page.ts"] }');
    writeFileSync(join(folder, 'page.ts'), 'export const page: string = missing;\n');

    const { stdout, stderr } = run(PROGRAM, folder);
    rmSync(folder, { recursive: true });

    expect(stderr).toBe("page.ts(1,29): TS2304: Cannot find name 'missing'.\n");
    expect(JSON.parse(stdout)).toEqual({ type: 'errors', errors: [{ moduleName: 'page.ts(1,29)', message: "TS2304: Cannot find name 'missing'." }] });
  });
});
