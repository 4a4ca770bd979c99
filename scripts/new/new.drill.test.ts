import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';

const root = resolve(__dirname, '../..');
const DATABASE_FOLDER = 'provider/src/database';
const TARGETS = [
  `${DATABASE_FOLDER}/migrations`,
  `${DATABASE_FOLDER}/released-migrations.ts`,
  'versions.json',
  'e2e/support/public-pages.ts',
  'e2e/support/audited-pages.ts',
  ...['marketing', 'gallery', 'news-events'].flatMap((remote) => [`remote-${remote}/src/routes.tsx`, `remote-${remote}/rspack.config.ts`]),
];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-'));
  for (const target of TARGETS) cpSync(join(root, target), join(folder, target), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', require.resolve('tsx/esm').replace(/\.cjs$/, '.mjs'), join(__dirname, 'new.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const read = (file: string): string => {
  const text = readFileSync(join(folder, file), 'utf8');
  transformSync(text, { loader: 'tsx' });
  return text;
};

describe('npm run new -- migration', () => {
  it('writes the next migration, lists it with its hash, and updates the hash when run again', () => {
    const first = run('migration', 'event-dress-code');
    const file = /wrote +(\S+)/.exec(first.stdout)?.[1] ?? '';
    const id = /(\d{3}-event-dress-code)\.ts$/.exec(file)?.[1] ?? '';
    const getHash = (): string => createHash('sha256').update(read(file)).digest('hex');
    const getEntries = (): RegExpMatchArray | null => read(`${DATABASE_FOLDER}/released-migrations.ts`).match(/^ {2}'\d{3}-.*$/gm);

    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain('To do:\n1. ');
    const entry = (): string => `  '${id}': { migration: eventDressCode, sha256: '${getHash()}' },`;
    expect(getEntries()?.at(-1)).toBe(entry());
    expect(getEntries()).toHaveLength(readdirSync(join(folder, DATABASE_FOLDER, 'migrations')).length);
    expect(read(`${DATABASE_FOLDER}/released-migrations.ts`)).toContain(`\nimport { eventDressCode } from './migrations/${id}.ts';\nimport { VERSION_1 } `);
    const versions: ReadonlyArray<{ readonly newestMigration: string }> = JSON.parse(readFileSync(join(root, 'versions.json'), 'utf8'));
    expect(read(file)).toContain(`compatibleSince: '${versions.at(-1)?.newestMigration}'`);

    const fixtures = [`${id}.db.gz`, `${id}.sql.gz`].map((name) => join(folder, DATABASE_FOLDER, 'fixtures', name));
    mkdirSync(join(folder, DATABASE_FOLDER, 'fixtures'));
    for (const fixture of fixtures) writeFileSync(fixture, '');
    expect(run('migration', 'event-dress-code').status).toBe(0);
    expect(fixtures.filter(existsSync)).toEqual(fixtures);

    writeFileSync(join(folder, file), `${read(file)}// changed\n`);
    expect(run('migration', 'event-dress-code').status).toBe(0);
    expect(fixtures.filter(existsSync)).toEqual([]);
    expect(getEntries()?.at(-1)).toBe(entry());
    expect(getEntries()).toHaveLength(readdirSync(join(folder, DATABASE_FOLDER, 'migrations')).length);
  });

  it.each(['main', 'trunk'])('keeps the hash of a migration that already exists on the branch %s', (branch) => {
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder, stdio: 'ignore' });
    const list = `${DATABASE_FOLDER}/released-migrations.ts`;
    expect(run('migration', 'event-dress-code').status).toBe(0);
    git('init', '-b', branch);
    git('add', '.');
    git('commit', '-m', 'a release');
    expect(run('migration', 'event-dress-code').status).toBe(0);
    const before = read(list);

    const file = `${DATABASE_FOLDER}/migrations/${/(\d{3}-event-dress-code)'/.exec(before)?.[1]}.ts`;
    writeFileSync(join(folder, file), `${read(file)}// changed\n`);
    const { status, stderr } = run('migration', 'event-dress-code');

    expect(status).toBe(1);
    expect(stderr).toMatch(/^\d{3}-event-dress-code is released and may have run elsewhere, so it may not change\. Write another migration\.\n$/);
    expect(read(list)).toBe(before);
  });
});

describe('npm run new -- page', () => {
  it.each([
    ['marketing', '/press-kit', 'press-kit', true],
    ['gallery', '/gallery/videos', 'gallery-videos', false],
    ['news-events', '/calendar', 'calendar', true],
  ])('writes a page of %s at %s with its test, route and path', (remote, path, name, isNewPath) => {
    const { status, stdout, stderr } = run('page', remote, path);

    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('To do:\n1. ');
    for (const file of ['content.ts', 'page.tsx', 'page.test.tsx']) expect(read(`remote-${remote}/src/${name}/${name}-${file}`)).not.toBe('');
    expect(read(`remote-${remote}/src/routes.tsx`)).toMatch(new RegExp(`page\\(\\{\\n +path: '${path}',\\n +chunk: '${name}',`));
    expect(read(`remote-${remote}/rspack.config.ts`).includes(`'${path}'`)).toBe(isNewPath);
    expect(read('e2e/support/public-pages.ts')).toContain(`  '${path}',\n  '/login',\n`);
    expect(read('e2e/support/audited-pages.ts')).toContain(
      `  '${path}': createAudit('remote-${remote}/src/${name}', PHONE_LIGHT, { closingCall: true }),\n  '/login'`,
    );
    const listPaths = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, listed]) => listed);
    const publicPaths = listPaths('e2e/support/public-pages.ts', /^ {2}'(\/.*)',$/gm);
    expect(publicPaths).toContain(path);
    expect(listPaths('e2e/support/audited-pages.ts', /^ {2}'(\/.*)': createAudit/gm).slice(0, publicPaths.length)).toEqual(publicPaths);
  });

  it('writes no file if a file has no anchor for its new line', () => {
    writeFileSync(join(folder, 'e2e/support/audited-pages.ts'), '');
    const { status, stdout, stderr } = run('page', 'gallery', '/gallery/videos');

    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^e2e\/support\/audited-pages\.ts has no place for the new lines: .* Nothing was written\.\n$/);
    expect(existsSync(join(folder, 'remote-gallery/src/gallery-videos'))).toBe(false);
    for (const file of TARGETS.filter((target) => target.startsWith('remote-gallery'))) expect(read(file)).toBe(readFileSync(join(root, file), 'utf8'));
  });

  it('does not overwrite files', () => {
    expect(run('page', 'gallery', '/gallery/videos').status).toBe(0);
    const second = run('page', 'gallery', '/gallery/videos');

    expect(second.status).toBe(1);
    expect(second.stderr).toBe('remote-gallery/src/gallery-videos/gallery-videos-content.ts exists already.\n');
  });

  it.each([[[]], [['page', 'gallery', 'videos']], [['migration', 'Dress Code']]])('prints the usage for %j', (args) => {
    const { status, stderr } = run(...args);

    expect(status).toBe(1);
    expect(stderr).toContain('Usage: npm run new -- migration');
  });
});
