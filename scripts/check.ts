/**
 * `npm run check`: runs the rules, the types and the checks of generated tables concurrently. Prints every finding, and exits with status 1 if there are any.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Check, runChecks } from './run-checks.ts';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, '.cache/check');
mkdirSync(cache, { recursive: true });

const tool = (name: string, ...args: readonly string[]): Check => ({ name, command: join(root, 'node_modules/.bin', name), args });
const script = (file: string, ...args: readonly string[]): Check => ({
  name: file,
  command: process.execPath,
  args: ['--import', 'tsx', join(import.meta.dirname, file), ...args],
});

const listFiles = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    const file = join(path, entry.name);
    return entry.isDirectory() ? listFiles(file) : [file];
  });

/** Skips a check if neither these folders, the packages nor the checks themselves have changed since it last passed. */
const onlyIfChanged = (check: Check, folders: readonly string[]): Check => {
  const stamp = join(cache, `${check.name.replaceAll('/', '-')}.passed`);
  const getHash = (): string => {
    const hash = createHash('sha256');
    for (const file of [...[...folders, 'scripts'].flatMap((folder) => listFiles(join(root, folder))), join(root, 'package-lock.json')].sort()) {
      hash.update(`\n${file}\n`).update(readFileSync(file));
    }
    return hash.digest('hex');
  };
  const readPassedHash = (): string => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : '');
  return { ...check, inputs: { getHash, readPassedHash, writePassedHash: (hash) => writeFileSync(stamp, hash) } };
};

const browserFolders = readdirSync(root).filter((folder) => /^(?:host|shared|remote-.*)$/.test(folder));

const isOk = await runChecks(
  [
    tool('biome', 'check', '.', '--max-diagnostics=none'),
    tool('knip', '--no-progress', '--cache', '--cache-location', join(cache, 'knip')),
    tool('tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')),
    onlyIfChanged(script('kit/write-api-report.ts', '--check'), ['shared']),
    onlyIfChanged(script('promised-browsers.ts'), browserFolders),
    script('prose/phrases.ts'),
    onlyIfChanged(
      tool(
        'cspell',
        'lint',
        '--no-progress',
        '--gitignore',
        '--config',
        'scripts/prose/cspell.yaml',
        '--cache',
        '--cache-location',
        join(cache, 'cspell'),
        '**',
      ),
      [...browserFolders, 'bench', 'deploy', 'docs', 'e2e', 'provider', 'releases'],
    ),
    onlyIfChanged(script('prose/reading-grade.ts'), [...browserFolders, 'provider/src/accounts']),
    script('security-table.ts'),
    onlyIfChanged(script('api-page.ts', '--check'), ['provider/src', 'shared', 'docs']),
    script('error-codes-table.ts', '--check'),
    onlyIfChanged(script('settings-table.ts', '--check'), ['host/src', 'provider/src', 'releases', 'shared', 'docs']),
  ],
  root,
  (line) => void process.stdout.write(`${line}\n`),
);
process.exitCode = isOk ? 0 : 1;
