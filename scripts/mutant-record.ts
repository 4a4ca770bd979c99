/** Records the results of the last mutation test of each rule, so that a run repeats only rules that have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import * as v from 'valibot';

const RECORD_FILE = 'scripts/mutants.json';
const REASONS_FILE = 'scripts/mutant-survivors.json';
const schema = v.record(v.string(), v.object({ hash: v.pipe(v.string(), v.hexadecimal()), all: v.number(), noticed: v.number() }));

/** Results, keyed by the path of the rule. `hash` identifies the code of the rule and of its tests. */
export type MutantRecord = Readonly<v.InferOutput<typeof schema>>;

/** Returns the code without types, comments and white space, and with other names for locals: none of these changes a mutant. */
const compile = (path: string): string =>
  transformSync(readFileSync(path, 'utf8'), {
    loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    minifyIdentifiers: true,
    legalComments: 'none',
    jsx: 'automatic',
    tsconfigRaw: {},
  }).code;

/** Lists the tests of a rule: `x.test.ts` and `x.*.test.ts` for `x.ts`. Leaves out tests that only measure time, which do not run for mutants. */
const listTests = (path: string): readonly string[] => {
  const name = basename(path, '.ts');
  const isTest = (file: string): boolean => file.startsWith(`${name}.`) && /\.test\.tsx?$/.test(file) && !file.includes('.time.test.');
  return readdirSync(dirname(path))
    .filter(isTest)
    .sort()
    .map((file) => join(dirname(path), file));
};

export const hashRule = (folder: string, rule: string): string => {
  const path = join(folder, rule);
  const hash = createHash('sha256');
  for (const file of [path, ...listTests(path)]) hash.update(`${basename(file)}\n${compile(file)}\n`);
  return hash.digest('hex');
};

export const readMutantRecord = (folder: string): MutantRecord => {
  const path = join(folder, RECORD_FILE);
  if (!existsSync(path)) return {};
  return Object.fromEntries(Object.entries(v.parse(schema, JSON.parse(readFileSync(path, 'utf8')))).filter(([rule]) => existsSync(join(folder, rule))));
};

export const writeMutantRecord = (folder: string, record: MutantRecord): void => {
  const sortedRecord = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(folder, RECORD_FILE), `${JSON.stringify(sortedRecord, null, 2)}\n`);
};

/** Returns the rules that have unnoticed mutants but no reason in `scripts/mutant-survivors.json`. */
export const listUnexplainedRules = (folder: string): readonly string[] => {
  const path = join(folder, REASONS_FILE);
  const reasons = existsSync(path) ? v.parse(v.record(v.string(), v.pipe(v.string(), v.nonEmpty())), JSON.parse(readFileSync(path, 'utf8'))) : {};
  return Object.entries(readMutantRecord(folder)).flatMap(([rule, { all, noticed }]) => (noticed < all && !Object.hasOwn(reasons, rule) ? [rule] : []));
};
