/**
 * `npm run requirements -w scripts`: prints the tests for every row of docs/requirements-ids.txt as Markdown. The name of a test begins with the ids of the
 * rows that it verifies: `it('NEWS-09 NEWS-10 cuts …')`, `test('ROUTE-01 to ROUTE-15 …')`.
 */
import { printLine } from './parts.ts';
import { collectProofs, readRows } from './requirement-proofs.ts';

const rows = readRows();
const { proofs, unknown } = collectProofs(rows);
const open = rows.filter(({ id }) => proofs.get(id)?.size === 0);

for (const { id, title } of rows) {
  printLine(`- **${id}** ${title}`);
  for (const proof of proofs.get(id) ?? []) printLine(`  - ${proof}`);
}
for (const name of unknown) printLine(`No such row: ${name}`);
printLine(`\n${rows.length - open.length} of ${rows.length} rows are named by a test. Open: ${open.map(({ id }) => id).join(', ') || 'none'}.`);
