/**
 * `npm run new -- migration <name>` and `npm run new -- page <remote> <path>`: write the files of a new migration or page into the repository of the current folder,
 * with the lines that refer to them, and print what is left to do. Run again with the name of the newest migration, it updates that migration's hash.
 * Nothing is written unless all of it can be.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const DATABASE = 'provider/src/database';
const USAGE = `Usage: npm run new -- migration event-dress-code
       npm run new -- page marketing /press-kit`;

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (reason: string): never => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

const toCamelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const toPascalCase = (name: string): string => toCamelCase(`-${name}`);
const toTitle = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** The new text of each file that is going to be written. */
const texts = new Map<string, string>();

const write = (file: string, text: string): void => {
  if (existsSync(file)) fail(`${file} exists already.`);
  texts.set(file, text);
};

/** Replaces the first match; the file has to have one. */
const change = (file: string, pattern: RegExp, replacement: (...match: string[]) => string): void => {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  if (!pattern.test(text)) fail(`${file} has no place for the new lines: ${pattern}. Nothing was written.`);
  texts.set(file, text.replace(pattern, replacement));
};

const writeAll = (): void => {
  for (const [file, text] of texts) {
    const verb = existsSync(file) ? 'changed ' : 'wrote   ';
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    printLine(`${verb} ${file}`);
  }
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The list of released migrations on the main branch, here and at the origin; of the last commit where there is no such branch. */
const readReleasedLists = (list: string): readonly string[] => {
  const read = (revision: string): string => spawnSync('git', ['show', `${revision}:./${list}`], { encoding: 'utf8' }).stdout;
  const lists = ['main', 'origin/main'].map(read).filter(Boolean);
  return lists.length > 0 ? lists : [read('HEAD')];
};

const writeMigration = (name: string): void => {
  const list = join(DATABASE, 'released-migrations.ts');
  const names = readdirSync(join(DATABASE, 'migrations'))
    .map((file) => basename(file, '.ts'))
    .sort();
  const newest = names.at(-1) ?? '';
  const isAgain = newest.slice(4) === name;
  const id = isAgain ? newest : `${String(Number.parseInt(newest, 10) + 1).padStart(3, '0')}-${name}`;
  const file = join(DATABASE, 'migrations', `${id}.ts`);
  const column = name.replaceAll('-', '_');
  if (isAgain) {
    const pattern = new RegExp(`('${id}': .*sha256: ')(\\w+)`);
    const newHash = hash(readFileSync(file, 'utf8'));
    const released = readReleasedLists(list).flatMap((text) => pattern.exec(text)?.[2] ?? []);
    if (released.some((each) => each !== newHash)) fail(`${id} is released and may have run elsewhere, so it may not change. Write another migration.`);
    change(list, pattern, (_, start) => `${start}${newHash}`);
  } else {
    const text = `import type { Kysely } from 'kysely';

/** Say here what the column is for, and what an earlier release does without it. */
export const ${toCamelCase(name)} = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('events')
      .addColumn('${column}', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
  compatibleSince: '${newest}',
  undo: ['alter table events drop column ${column}'],
};
`;
    write(file, text);
    change(
      list,
      /(import .* from '\.\/migrations\/.*\n)(?!import .*\/migrations\/)/,
      (lastImport) => `${lastImport}import { ${toCamelCase(name)} } from './migrations/${id}.ts';\n`,
    );
    change(
      list,
      /(\n {2}'\d{3}-.*\n)(\};)/,
      (_, lastEntry, end) => `${lastEntry}  '${id}': { migration: ${toCamelCase(name)}, sha256: '${hash(text)}' },\n${end}`,
    );
  }
  writeAll();
  printLine(`
To do:
1. ${file}: the table and the columns, and the sentence above them.
2. npm run new -- migration ${name}    (updates its hash; while it has run on your own machine alone, it may change)
3. ${DATABASE}/schema.ts: the column in its table, for example \`${column}: Generated<string>;\`.
4. npm run database-fixtures -w scripts           (needs PostgreSQL)
5. npx jest provider/src/database
A field of an event needs more: docs/architecture.md, "What a change touches".`);
};

const writePage = (remote: string, path: string): void => {
  const folder = `remote-${remote}`;
  const name = path.slice(1).replaceAll('/', '-');
  const [page, title, texts] = [`${toPascalCase(name)}Page`, toTitle(basename(path)), `${name.replaceAll('-', '_').toUpperCase()}_TEXTS`];
  const config = join(folder, 'rspack.config.ts');
  const pages = 'e2e/support/public-pages.ts';
  if (!existsSync(config)) fail(`${config} does not exist.`);
  const paths = /paths: \[([^\]]*)\]/.exec(readFileSync(config, 'utf8'))?.[1]?.match(/\/[\w/-]*/g) ?? [];
  write(
    join(folder, 'src', name, `${name}-content.ts`),
    `/** The texts of ${path}. */\nexport const ${texts} = { title: '${title}', lead: 'Say here what the page is about.' };\n`,
  );
  write(
    join(folder, 'src', name, `${name}-page.tsx`),
    `import { PageBanner } from '@site/shared/ui/page-banner';
import { ${texts} } from './${name}-content.ts';

export const ${page} = () => <PageBanner tone="indigo" title={${texts}.title} lead={${texts}.lead} />;
`,
  );
  write(
    join(folder, 'src', name, `${name}-page.test.tsx`),
    `import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

describe('${path}', () => {
  it('has its title and lead', async () => {
    await renderRoutes(createRoutes, '${path}', hostServicesStub());

    expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
    expect(screen.getByText('Say here what the page is about.')).toBeVisible();
  });
});
`,
  );
  const routeLines = `page({
  path: '${path}',
  chunk: '${name}',
  render: 'static',
  head: () => ({ title: '${title}', description: 'Say here what the page is about.' }),
  lazy: async () => {
    const { ${page} } = await import(/* webpackChunkName: "${name}" */ './${name}/${name}-page.tsx');
    return { element: <${page} /> };
  },
}),`.split('\n');
  change(
    join(folder, 'src/routes.tsx'),
    /(?<=[[,]\n)( +)page\(\{/,
    (first, indent = '') => `${routeLines.map((line) => `${indent}${line}`).join('\n')}\n${first}`,
  );
  if (!paths.some((parent) => path === parent || (parent !== '/' && path.startsWith(`${parent}/`)))) {
    change(config, /(paths: \[[^\]]*?)(,?\s*)\]/, (_, listed, end) => `${listed}${end.includes('\n') ? `,\n    '${path}',\n  ` : `, '${path}'`}]`);
  }
  change(pages, / {2}'\/login',\n/, (login) => `  '${path}',\n${login}`);
  const row = `  '${path}': opens('${folder}/src/${name}', PHONE_LIGHT, { closingCall: true }),\n`;
  change('e2e/support/audited-pages.ts', / {2}'\/login': opens/, (login) => `${row}${login}`);
  writeAll();
  printLine(`
To do:
1. ${folder}/src/${name}: the texts, and what else the page shows (styles in ${name}-page.module.css).
2. ${folder}/src/routes.tsx: title and description for search engines and shared links.
3. host/src/layout/site-links.ts: a link to ${path}, so that visitors find it.
4. npx jest ${folder}/src/${name} && npm run dev -w ${folder}`);
};

const [kind, first = '', second = ''] = process.argv.slice(2);
if (kind === 'migration' && /^[a-z]+(?:-[a-z\d]+)*$/.test(first)) writeMigration(first);
else if (kind === 'page' && first !== '' && /^(?:\/[a-z]+(?:-[a-z\d]+)*)+$/.test(second)) writePage(first, second);
else fail(USAGE);
