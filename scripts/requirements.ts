/**
 * `npm run requirements`: writes docs/requirements-status.md, which lists the tests of every row of docs/requirements-ids.txt.
 * Names of tests begin with the rows that they verify: `it('NEWS-09 NEWS-10 cuts …')`, `test('ROUTE-01 to ROUTE-15 …')`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLine, root } from './parts.ts';
import { collectProofs, ROWS_FILE, readRows } from './requirement-proofs.ts';

const STATUS_FILE = 'docs/requirements-status.md';

const rows = readRows();
const { proofs, unknown } = collectProofs(rows);
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
