/**
 * Part of `npm run check`: checks that everything named in docs/security.md exists, that each test is in one of the files listed in its row, and that the
 * counts in the text match the table.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, printLine, root } from './parts.ts';

const FILE = 'docs/security.md';
const ROW = /^\| (\d+\.\d+\.\d+) \| [12] \| (met|not met|not applicable) \| (.+) \|$/gm;
const PATH = /\b(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|md|json)\b/g;
const TEST = /\b[A-Z]+-\d{2}\b/g;
const OMITTED_CHAPTERS = /^Not applicable: .* \((\d+) requirements\)\.$/gm;

const text = readFileSync(join(root, FILE), 'utf8');
const problems: string[] = [];
const seen = new Set<string>();
const counts = new Map([
  ['met', 0],
  ['not met', 0],
  ['not applicable', 0],
]);
const count = (state: string, more: number): void => void counts.set(state, (counts.get(state) ?? 0) + more);
for (const [, rows] of text.matchAll(OMITTED_CHAPTERS)) count('not applicable', Number(rows));

for (const [, number = '', state = '', reason = ''] of text.matchAll(ROW)) {
  if (seen.has(number)) problems.push(`${number} is there twice`);
  seen.add(number);
  count(state, 1);
  const paths = reason.match(PATH) ?? [];
  const missing = paths.filter((path) => !existsSync(join(root, path)));
  problems.push(...missing.map((path) => `${number} names ${path}, which does not exist`));
  const sources = paths.filter((path) => !missing.includes(path)).map((path) => readFileSync(join(root, path), 'utf8'));
  for (const test of reason.match(TEST) ?? []) {
    if (!sources.some((source) => source.includes(test))) problems.push(`${number} names the test ${test}, which none of its files has`);
  }
}

const [met = 0, notMet = 0, notApplicable = 0] = counts.values();
const summary = `Of ${met + notMet + notApplicable} requirements ${met} are met, ${notMet} are not, and ${notApplicable} do not apply.`;
if (!text.includes(summary)) problems.push(`the table says: ${summary}`);
if (problems.length > 0) exitWith(new Error(`${FILE}:\n${problems.join('\n')}`));
printLine(`${FILE}: ${seen.size} rows, everything that they name exists.`);
