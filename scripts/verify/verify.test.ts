/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseSync } from '@swc/core';
import { findChangedFiles, listFiles } from './changed-files.ts';
import { type CoverageMap, exportsOnlyFunctions } from './coverage-map.ts';
import { findImports, readImportGraph } from './import-graph.ts';
import { findAffectedParts, type Selection, selectSuites } from './select-suites.ts';
import { summarise } from './summarise.ts';

const root = resolve(__dirname, '../..');
const files = listFiles(root);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const graph = readImportGraph(files, read);

const select = (changed: readonly string[], map: CoverageMap = {}): Selection =>
  selectSuites({ files, changed, graph, map, exportsOnlyFunctions: (file) => exportsOnlyFunctions(read(file), file) });
const countSuites = (file: string): number => select([file]).suites.length;

interface SyntaxNode {
  readonly type?: string;
  readonly typeOnly?: boolean;
  readonly value?: string;
  readonly source?: SyntaxNode | null;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly { readonly expression: SyntaxNode }[];
}

const parseImports = (source: string, tsx: boolean): Set<string> => {
  const found = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    const isDeclaration = /^(?:Import|Export(?:Named|All))Declaration$/.test(node.type ?? '') && !node.typeOnly;
    if (isDeclaration && node.source) found.add(String(node.source.value));
    const argument = node.arguments?.[0];
    const isCall = node.callee?.type === 'Import' || node.callee?.value === 'require';
    if (isCall && argument?.expression.type === 'StringLiteral') found.add(String(argument.expression.value));
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) visit(child);
  };
  for (const statement of parseSync(source, { syntax: 'typescript', tsx }).body) visit(statement as SyntaxNode);
  return found;
};

describe('the import graph', () => {
  it('has every run-time import that a complete parser finds', () => {
    const code = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
    expect(code.length).toBeGreaterThan(1000);

    const missedImports = code.flatMap((file) => {
      const source = read(file);
      const imports = findImports(source);
      return [...parseImports(source, file.endsWith('.tsx'))].flatMap((each) => (imports.has(each) ? [] : [`${file}: ${each}`]));
    });

    expect(missedImports).toEqual([]);
  });

  it('leaves out types, which do not exist when a test runs', () => {
    expect(
      findImports("import type { A } from './a.ts';\nexport type { B } from './b.ts';\nimport { type C, d } from './c.ts';\nimport type from './e.ts';"),
    ).toEqual(new Set(['./c.ts', './e.ts']));
  });

  it.each([
    // Jest's own selection finds only two suites for this file.
    ['shared/src/contracts/event.ts', 120],
    ['shared/src/domain/dates.ts', 120],
    ['shared/src/ui/button.tsx', 50],
    ['shared/src/testing/set-up.ts', 300],
    ['provider/src/domain/search-vocabulary.json', 40],
  ])('%s reaches suites of many workspaces: at least %d', (file, minimum) => {
    expect(countSuites(file)).toBeGreaterThanOrEqual(minimum);
  });

  it.each([
    ['remote-gallery/src/gallery/gallery-page.tsx', 'remote-gallery/src/gallery/gallery-page.test.tsx'],
    ['docs/features.md', 'scripts/features-table.test.ts'],
    ['deploy/nginx.conf.template', 'scripts/deploy.drill.test.ts'],
    ['remote-marketing/src/team/team-grid.module.css', 'remote-marketing/src/team/team-page.test.tsx'],
    ['provider/src/database/migrations/033-event-words.ts', 'provider/src/database/migrations.test.ts'],
    ['host/src/server/remote-process/anything-new.json', 'host/src/server/env.test.ts'],
    ['remote-marketing/texts/privacy.json', 'remote-marketing/src/routes.ssr.test.tsx'],
  ])('%s reaches %s', (file, suite) => {
    expect(select([file]).suites).toContain(suite);
  });

  it('starts with the suites beside the file', () => {
    expect(select(['shared/src/contracts/event.ts']).suites[0]).toMatch(/^shared\/src\/contracts\//);
  });

  it('selects few suites for a page of the gallery', () => {
    const { suites } = select(['remote-gallery/src/gallery/gallery-page.tsx']);
    expect(suites.length).toBeLessThan(8);
    expect(suites).not.toContain('scripts/reproducible-build.drill.test.ts');
  });
});

describe('the selection', () => {
  const smallFiles: readonly string[] = [
    'shared/package.json',
    'shared/src/a.ts',
    'shared/src/a.test.ts',
    'host/package.json',
    'host/src/b.ts',
    'host/src/b.test.ts',
    'host/src/c.test.ts',
  ];
  const sources: Readonly<Record<string, string>> = {
    'shared/package.json': '{"name":"@site/shared","exports":{"./*":"./src/*.ts"}}',
    'shared/src/a.ts': 'export const a = () => 1;',
    'shared/src/a.test.ts': "import { a } from './a.ts';",
    'host/package.json': '{"name":"@site/host"}',
    'host/src/b.ts': "import { a } from '@site/shared/a';",
    'host/src/b.test.ts': "const { b } = await import('./b.ts');",
    'host/src/c.test.ts': "import { b } from './b.ts';",
  };
  const smallGraph = readImportGraph(smallFiles, (file) => sources[file] ?? '');
  const selectSmall = (changed: readonly string[], map: CoverageMap = {}, deleted: readonly string[] = []): Selection =>
    selectSuites({ files: smallFiles.filter((file) => !deleted.includes(file)), changed, graph: smallGraph, map, exportsOnlyFunctions: () => true });

  it('lists the nearest suites first, and the quickest first at the same distance', () => {
    const map = { 'host/src/b.test.ts': { ms: 900, files: [] }, 'host/src/c.test.ts': { ms: 100, files: [] } };
    expect(selectSmall(['shared/src/a.ts'], map).suites).toEqual(['shared/src/a.test.ts', 'host/src/c.test.ts', 'host/src/b.test.ts']);
  });

  it('leaves out suites that only load the file according to the coverage map, but none that the map lacks', () => {
    const map = { 'shared/src/a.test.ts': { ms: 1, files: ['shared/src/a.ts'] }, 'host/src/b.test.ts': { ms: 1, files: [] } };
    const { suites, nonExecutingSuites } = selectSmall(['shared/src/a.ts'], map);
    expect(suites).toEqual(['shared/src/a.test.ts', 'host/src/c.test.ts']);
    expect(nonExecutingSuites).toEqual(['host/src/b.test.ts']);
  });

  it('ignores the recorded coverage of a changed suite', () => {
    const map = { 'shared/src/a.test.ts': { ms: 1, files: ['shared/src/a.ts'] }, 'host/src/b.test.ts': { ms: 1, files: [] } };
    const { suites, nonExecutingSuites } = selectSmall(['shared/src/a.ts', 'shared/src/a.test.ts'], map);
    expect(suites).toEqual(['shared/src/a.test.ts', 'host/src/b.test.ts', 'host/src/c.test.ts']);
    expect(nonExecutingSuites).toEqual([]);
  });

  it('includes suites that import a deleted file', () => {
    expect(selectSmall(['host/src/b.ts'], {}, ['host/src/b.ts']).suites).toEqual(['host/src/b.test.ts', 'host/src/c.test.ts']);
  });

  it('leaves out deleted suites', () => {
    expect(selectSmall(['host/src/b.test.ts', 'host/src/data/unknown.bin'], {}, ['host/src/b.test.ts']).suites).toEqual(['host/src/c.test.ts']);
  });

  it.each(['', '{"name":', '{"name":"@site/host"}'])('reads the imports of the other workspaces when a package.json contains %j', (text) => {
    const { importers } = readImportGraph(smallFiles, (file) => (file === 'host/package.json' ? text : (sources[file] ?? '')));
    expect(importers.get('shared/src/a.ts')).toEqual(new Set(['shared/src/a.test.ts', 'host/src/b.ts']));
  });

  it('selects the suites of the folder for a file that no code names', () => {
    expect(selectSmall(['host/src/data/unknown.bin']).suites).toEqual(['host/src/b.test.ts', 'host/src/c.test.ts']);
  });

  it('selects all suites for the lock file, and reports that', () => {
    const { suites, changedSharedFiles } = selectSmall(['package-lock.json']);
    expect(suites).toHaveLength(3);
    expect(changedSharedFiles).toEqual(['package-lock.json']);
  });

  it('affects the parts that a change reaches, but none through a test alone', () => {
    expect(findAffectedParts(selectSmall(['shared/src/a.ts']).affected, ['host', 'provider'])).toEqual(['host']);
    expect(findAffectedParts(selectSmall(['host/src/b.test.ts']).affected, ['host'])).toEqual([]);
  });

  it.each([
    ['export const a = (): number => 1;\nconst LIMIT = 3;\nexport interface B { c: number }', true],
    ['export const LIMIT = 3;', false],
    ['export const a = (): number => 1;\nregister(a);', false],
    ["export { a } from './a.ts';", false],
    ['export const a = <T>(b: T): T => b;', true],
    ['export const = ;', false],
    ['', false],
    [
      "import { b } from './b.ts';\nconst TEXT = 'a';\nconst b = () => TEXT;\nfunction c() {}\nexport type { D } from './d.ts';\nexport const a = () => b();",
      true,
    ],
    ["import './register.ts';\nexport const a = () => 1;", false],
    ['for (const b of c) d(b);\nexport const a = () => 1;', false],
    ['if (b) register();\nexport const a = () => 1;', false],
    ['const b = register();\nexport const a = () => b;', false],
    ['class B { static c = register(); }\nexport const a = () => new B();', false],
  ])('detects whether a file exports only functions: %j', (source, expected) => {
    expect(exportsOnlyFunctions(source, 'a.ts')).toBe(expected);
  });
});

describe('the changed files', () => {
  it('are those that differ from the last commit, and with a reference also those of the branch', () => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-'));
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder, stdio: 'ignore' });
    const write = (file: string): void => writeFileSync(join(folder, file), file);
    try {
      git('init', '-b', 'main');
      for (const file of ['kept.ts', 'deleted.ts']) write(file);
      git('add', '.');
      git('commit', '-m', 'first');
      git('checkout', '-b', 'branch');
      expect(findChangedFiles(folder)).toEqual([]);

      write('committed.ts');
      git('add', '.');
      git('commit', '-m', 'second');
      mkdirSync(join(folder, 'new'));
      write('new/untracked.ts');
      rmSync(join(folder, 'deleted.ts'));

      expect(findChangedFiles(folder)).toEqual(['deleted.ts', 'new/untracked.ts']);
      expect(findChangedFiles(folder, 'main')).toEqual(['committed.ts', 'deleted.ts', 'new/untracked.ts']);
      expect(() => findChangedFiles(folder, 'no-such-branch')).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the summary', () => {
  const COMPLETE = {
    remainingTools: [],
    remainingSuites: [],
    nonExecutingCount: 0,
    repositorySuiteCount: 0,
    changedSharedFiles: [],
    hasProviderSuites: false,
    remainingBrowserTests: 0,
    untestedParts: [],
  };

  it('lists the tests that never run, even if all others ran', () => {
    expect(summarise(COMPLETE)).toEqual([
      'Not run:',
      '- All other browser tests, among them those that measure times (npm test -w e2e).',
      '- Unused code, API report, settings and promised browsers (npm run check).',
    ]);
  });

  it('lists tests that did not run in time, and tests that the map excludes', () => {
    const remainingSuites = ['1', '2', '3', '4', '5', '6', '7'];
    expect(
      summarise({
        remainingTools: ['types'],
        remainingSuites,
        nonExecutingCount: 58,
        repositorySuiteCount: 1,
        changedSharedFiles: ['package-lock.json'],
        hasProviderSuites: true,
        remainingBrowserTests: 2,
        untestedParts: ['host', 'remote-gallery'],
      }).slice(1, 9),
    ).toEqual([
      '- The types, for lack of time.',
      '- Every suite depends on package-lock.json: only a sample ran, the quickest first.',
      '- 7 unit suites that the change can affect, for lack of time: 1, 2, 3, 4, 5 and 2 more.',
      '- 58 unit suites that only load the changed files, by the coverage map.',
      '- 1 unit suite that read the whole repository (npx jest --selectProjects repository shared).',
      "- The provider's suites on PostgreSQL (npx jest --selectProjects 'provider on postgres').",
      '- 2 selected browser tests, for lack of time.',
      '- The browser tests of host, remote-gallery: there is no browser here (npm test installs one).',
    ]);
  });
});

describe('the browser tests of a part', () => {
  const source = read('e2e/support/verified-tests.ts');
  const load = (): Promise<{ getVerifiedTests: (parts: readonly string[], files: readonly string[]) => readonly RegExp[] }> =>
    import(join(root, 'e2e/support/verified-tests.ts'));
  const AUDIT = 'page-audit.spec.ts Page audit ROUTE-19 the audit of';

  it('exist for every part', async () => {
    const { getVerifiedTests } = await load();
    const journeys = [...source.matchAll(/spec: '([^']+)',\s+title: '([^']+)'/g)];
    const parts = readdirSync(root).filter((folder) => files.includes(`${folder}/rspack.config.ts`));
    expect(journeys).toHaveLength(parts.length);
    for (const part of parts) expect([part, getVerifiedTests([part], []).length > 1]).toEqual([part, true]);
    for (const [, spec, title] of journeys) expect(read(`e2e/tests/${spec}.spec.ts`)).toContain(`test('${title}'`);
    const [, spec = '', title = ''] = /spec: '([^']+)', title: `([^`]+)`/.exec(source) ?? [];
    expect(read(`e2e/tests/${spec}.spec.ts`)).toContain(title);
  });

  it('start with the page whose source has changed', async () => {
    const { getVerifiedTests } = await load();
    const routes = read('remote-marketing/src/routes.tsx');
    const pages = routes
      .split(/^ +page\(\{$/m)
      .map((route) => [/path: '([^':]+)'/.exec(route)?.[1], /await import\(.*? '\.\/([\w-]+)\/[\w-]+-page\.tsx'/.exec(route)?.[1]] as const)
      .flatMap(([path, folder]) => (path !== undefined && folder !== undefined ? [[path, folder] as const] : []));
    expect(pages.length).toBeGreaterThan(10);

    for (const [path, folder] of pages) {
      const [, first] = getVerifiedTests(['remote-marketing'], ['remote-marketing/src/head/structured-data.ts', `remote-marketing/src/${folder}/changed.ts`]);
      expect([folder, first?.test(`${AUDIT} ${path === '/search' ? '/search?q=schools' : path}, opened`)]).toEqual([folder, true]);
    }
  });

  it.each([
    ['remote-marketing/src/legal/legal-page.tsx', ['/privacy', '/accessibility', '/safeguarding']],
    ['remote-marketing/src/programs/program-facts.tsx', ['/programs/navigate']],
    ['remote-news-events/src/events/event-detail-page.tsx', ['/events', '/events/first', '/events/last']],
    ['host/src/layout/shell.tsx', ['/nope']],
    ['provider/src/app.ts', ['/news']],
  ])('%s: %j', async (file, paths) => {
    const { getVerifiedTests } = await load();
    const audits = getVerifiedTests([file.split('/')[0] ?? ''], [file]).slice(1);
    for (const [position, path] of paths.entries()) expect(audits[position]?.test(`${AUDIT} ${path}, opened`)).toBe(true);
  });
});
