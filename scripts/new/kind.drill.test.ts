/** @jest-environment node */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const MINUTES = 60_000;

let folder = '';
const copyRepository = (): void => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 2 ** 26 });
  for (const file of files.toString().split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const packages = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@site'), { recursive: true });
  for (const name of readdirSync(packages)) if (name !== '@site') symlinkSync(join(packages, name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(packages, '@site'))) {
    symlinkSync(join(folder, name), join(folder, 'node_modules/@site', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, name, 'node_modules'));
  }
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kind-'));
  copyRepository();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, output: `${stdout}${stderr}` };
};

it(
  'writes a kind that compiles and keeps the contract of all kinds, without another edit',
  () => {
    const written = run('tsx', 'scripts/new/new.ts', 'kind', 'story', 'stories', 'marketing');
    expect(written).toEqual({ status: 0, output: expect.stringContaining('To do:\n1. shared/src/contracts/story.ts') });

    expect(run('tsc', '-p', 'tsconfig.json', '--noEmit')).toEqual({ status: 0, output: '' });
    const { status, output } = run(
      'jest',
      '--selectProjects',
      'provider',
      '--runInBand',
      '--verbose',
      '--testPathPatterns',
      'provider/src/content/(kinds|writers)\\.test',
    );
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
    expect(output).toContain('a story');
    const rules = run('jest', '--selectProjects', 'repository', '--runInBand', 'import-cycles', 'boundaries', 'public-surface');
    expect({ status: rules.status, output: rules.status === 0 ? '' : rules.output }).toEqual({ status: 0, output: '' });
  },
  5 * MINUTES,
);
