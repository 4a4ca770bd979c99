/**
 * `npm run requirements`: writes docs/requirements-status.md, which lists the tests of every row of docs/requirements-ids.txt.
 * Names of tests begin with the rows that they verify: `it('NEWS-09 NEWS-10 cuts …')`, `test('ROUTE-01 to ROUTE-15 …')`. With `it.each` the rows
 * may be in the table, with `%s` in the name.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { printLine, root } from './parts.ts';

const ROWS_FILE = 'docs/requirements-ids.txt';
const STATUS_FILE = 'docs/requirements-status.md';
const IGNORED = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']);

const TEXT = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
const ROW = '(?:[A-Z]+-\\d{2}|CONST)';
const LEADING_ROWS = new RegExp(`^${ROW}(?:(?:,? to |,? and |[ ,/]+)${ROW})*(?![\\w-])`);
const RANGE = new RegExp(`(${ROW})(?: to (${ROW}))?`, 'g');

/** The test files below a folder, sorted by path. */
const findTestFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (IGNORED.has(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return findTestFiles(path);
      return /\.(?:test\.tsx?|spec\.ts)$/.test(entry.name) ? [path] : [];
    });

const rows = readFileSync(join(root, ROWS_FILE), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', title = ''] = line.split('\t');
    return { id, title };
  });
const order = new Map(rows.map(({ id }, position) => [id, position]));

/** Every row that a text such as "ROUTE-01 to ROUTE-03, GEN-03" names, including those in ranges. */
const expand = (text: string): string[] =>
  [...text.matchAll(RANGE)].flatMap(([, first = '', last = first]) => {
    const [from, to] = [order.get(first), order.get(last)];
    if (from === undefined || to === undefined) return [first];
    return rows.slice(from, to + 1).map(({ id }) => id);
  });

interface NamedTest {
  readonly ids: readonly string[];
  readonly name: string;
}

const findTests = (source: string): NamedTest[] => {
  const texts = [...source.matchAll(TEXT)].map(([, single, double, template]) => single ?? double ?? template ?? '');
  return texts.flatMap((text, position) => {
    const [leading] = LEADING_ROWS.exec(text) ?? [];
    if (leading === undefined) return [];
    const own = text.slice(leading.length).trim();
    const name = own === '' ? (texts.slice(position).find((other) => other.includes('%s')) ?? '') : own;
    return [{ ids: expand(leading), name: name.replace(/^%s\s*/, '').replaceAll('\\', '') }];
  });
};

const proofs = new Map(rows.map(({ id }) => [id, new Set<string>()]));
const unknown = new Set<string>();
for (const file of findTestFiles(root)) {
  const path = relative(root, file);
  for (const { ids, name } of findTests(readFileSync(file, 'utf8'))) {
    for (const id of ids) {
      const found = proofs.get(id);
      if (found === undefined) unknown.add(`${id} in ${path}`);
      else found.add(`\`${path}\` ${name}`);
    }
  }
}

const isOpen = (id: string): boolean => proofs.get(id)?.size === 0;
const getGroup = (id: string): string => id.split('-')[0] ?? '';

const open = rows.filter(({ id }) => isOpen(id));
const lines = [
  '# Requirements and their tests',
  '',
  `Written by \`npm run requirements\` from the names of the tests; the rows are those of [${ROWS_FILE.slice('docs/'.length)}](${ROWS_FILE.slice('docs/'.length)}).`,
  '',
  `${rows.length - open.length} of ${rows.length} rows are named by a test. Open: ${open.map(({ id }) => id).join(', ') || 'none'}.`,
];
rows.forEach(({ id, title }, position) => {
  if (position === 0 || getGroup(rows[position - 1]?.id ?? '') !== getGroup(id)) lines.push('', `## ${getGroup(id)}`, '');
  lines.push(`- **${id}** ${title}`);
  for (const proof of proofs.get(id) ?? []) lines.push(`  - ${proof}`);
  if (isOpen(id)) lines.push('  - open');
});
writeFileSync(join(root, STATUS_FILE), `${lines.join('\n')}\n`);

for (const name of unknown) printLine(`No such row: ${name}`);
printLine(`${STATUS_FILE}: ${rows.length - open.length} of ${rows.length} rows are named by a test.`);
