import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './parts.ts';
import { collectProofs, findTests, ROWS_FILE, readRows } from './requirement-proofs.ts';

const rows = readRows();

describe('the ids in test names', () => {
  it('exist in the list of requirements', () => {
    expect(collectProofs(rows).unknown).toEqual([]);
  });

  it('are found with a single digit, in ranges, and in tables', () => {
    // The id is assembled, because this file is scanned too.
    const id = ['STAFF', '3'].join('-');
    const source = [`it('${id} leads on', () => {})`, "it.each([['NEWS-01 to NEWS-03', 1]])('%s cuts', () => {})"].join('\n');

    expect(findTests(source, rows)).toEqual([
      { ids: [id], name: 'leads on' },
      { ids: ['NEWS-01', 'NEWS-02', 'NEWS-03'], name: 'cuts' },
    ]);
  });
});

describe('the list of requirements', () => {
  it('has every row once', () => {
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))]);
    for (const { id, title } of rows) expect(`${id} ${title}`).toMatch(/^(?:[A-Z]+-\d{2}|CONST) \S/);
  });

  it('lists the capabilities of the staff area under the numbers of their table', () => {
    const table = readFileSync(join(root, 'remote-auth-admin/README.md'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, number = '', title = ''] = line.split('|').map((cell) => cell.trim());
        return /^\d+$/.test(number) ? [{ id: `STAFF-${number.padStart(2, '0')}`, title }] : [];
      });

    expect(rows.filter(({ id }) => id.startsWith('STAFF-')).slice(0, table.length)).toEqual(table);
    expect(readFileSync(join(root, 'remote-auth-admin/README.md'), 'utf8')).toContain(ROWS_FILE.slice('docs/'.length));
  });
});
