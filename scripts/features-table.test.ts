import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './parts.ts';

const readRows = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, number = '', , state = '', , tests = ''] = line.split('|').map((cell) => cell.trim());
      return /^\d+$/.test(number) ? [{ number: Number(number), state, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }] : [];
    });

describe.each([
  { subject: 'the public site', file: 'docs/features.md', count: 28 },
  { subject: 'staff', file: 'remote-auth-admin/README.md', count: 24 },
])('the table of what $subject can do', ({ file, count }) => {
  const rows = readRows(file);

  it('has all rows, each with its state', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    for (const { state } of rows) expect(['yes', 'partly', 'no', 'left out']).toContain(state);
  });

  it.each(rows.filter(({ state }) => state === 'yes' || state === 'partly'))('names tests that exist: $number', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
