/**
 * `npm run requirements`: writes docs/requirements-status.md, which says for every row of docs/requirements-ids.txt by which tests it is proved.
 * Names of tests begin with the rows that they prove: `it('NEWS-09 NEWS-10 cuts …')`, `test('ROUTE-01 to ROUTE-15 …')`. In tables of cases the rows
 * may stand in the table, with `%s` in the name.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, say } from './machine.mjs';

const ROWS_FILE = 'docs/requirements-ids.txt';
const STATUS_FILE = 'docs/requirements-status.md';
const LEFT_OUT = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']);

const TEXT = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
const ROW = '(?:[A-Z]+-\\d{2}|CONST)';
const LEADING_ROWS = new RegExp(`^${ROW}(?:(?:,? to |,? and |[ ,/]+)${ROW})*(?![\\w-])`);
const RANGE = new RegExp(`(${ROW})(?: to (${ROW}))?`, 'g');

/** @param {string} folder @returns {string[]} the tests below it, in the order of their paths */
const testFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (LEFT_OUT.has(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return testFiles(path);
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

/** @param {string} text such as "ROUTE-01 to ROUTE-03, GEN-03" @returns {string[]} every row that it names, those between included */
const expand = (text) =>
  [...text.matchAll(RANGE)].flatMap(([, first = '', last = first]) => {
    const [from, to] = [order.get(first), order.get(last)];
    if (from === undefined || to === undefined) return [first];
    return rows.slice(from, to + 1).map(({ id }) => id);
  });

/** @param {string} source @returns {{ readonly ids: string[], readonly name: string }[]} */
const findTests = (source) => {
  const texts = [...source.matchAll(TEXT)].map(([, single, double, template]) => single ?? double ?? template ?? '');
  return texts.flatMap((text, position) => {
    const [leading] = LEADING_ROWS.exec(text) ?? [];
    if (leading === undefined) return [];
    const own = text.slice(leading.length).trim();
    const name = own === '' ? (texts.slice(position).find((other) => other.includes('%s')) ?? '') : own;
    return [{ ids: expand(leading), name: name.replace(/^%s\s*/, '').replaceAll('\\', '') }];
  });
};

/** @type {Map<string, Set<string>>} */
const proofs = new Map(rows.map(({ id }) => [id, new Set()]));
const unknown = new Set();
for (const file of testFiles(root)) {
  const place = relative(root, file);
  for (const { ids, name } of findTests(readFileSync(file, 'utf8'))) {
    for (const id of ids) {
      const found = proofs.get(id);
      if (found === undefined) unknown.add(`${id} in ${place}`);
      else found.add(`\`${place}\` ${name}`);
    }
  }
}

/** @param {string} id */
const isOpen = (id) => proofs.get(id)?.size === 0;
/** @param {string} id */
const groupOf = (id) => id.split('-')[0];

const open = rows.filter(({ id }) => isOpen(id));
const lines = [
  '# Requirements and their tests',
  '',
  `Written by \`npm run requirements\` from the names of the tests; the rows are those of [${ROWS_FILE.slice('docs/'.length)}](${ROWS_FILE.slice('docs/'.length)}).`,
  '',
  `${rows.length - open.length} of ${rows.length} rows are named by a test. Open: ${open.map(({ id }) => id).join(', ') || 'none'}.`,
];
rows.forEach(({ id, title }, position) => {
  if (position === 0 || groupOf(rows[position - 1]?.id ?? '') !== groupOf(id)) lines.push('', `## ${groupOf(id)}`, '');
  lines.push(`- **${id}** ${title}`);
  for (const proof of proofs.get(id) ?? []) lines.push(`  - ${proof}`);
  if (isOpen(id)) lines.push('  - open');
});
writeFileSync(join(root, STATUS_FILE), `${lines.join('\n')}\n`);

for (const name of unknown) say(`No such row: ${name}`);
say(`${STATUS_FILE}: ${rows.length - open.length} of ${rows.length} rows are named by a test.`);
