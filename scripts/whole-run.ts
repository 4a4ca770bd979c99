/** Records the last commit on which `npm run test:all` passed, and finds the changes made since then. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, printSync } from '@swc/core';
import * as v from 'valibot';
import { findChangedFiles } from './verify/changed-files.ts';

const FILE = 'scripts/whole-run.json';
const schema = v.object({ commit: v.pipe(v.string(), v.hexadecimal(), v.length(40)), date: v.pipe(v.string(), v.isoDate()) });
type WholeRun = v.InferOutput<typeof schema>;

/** Files and folders that the drills depend on. Other files that the drills use have separate tests, which every run includes. */
const DRILL_INPUTS = [
  'deploy/',
  'e2e/support/',
  'host/src/federation/',
  'host/src/server/',
  'package-lock.json',
  'releases/',
  'rspack.shared.ts',
  'scripts/',
  'shared/build/',
] as const;

export type DrillChoice = { readonly areDrillsNeeded: false; readonly lastRun: WholeRun } | { readonly areDrillsNeeded: true; readonly reason: string };

/** Records of runs, on which no drill depends. */
const RECORDS: readonly string[] = [FILE, 'scripts/mutants.json', 'scripts/mutant-survivors.json'];

const isDrillInput = (file: string): boolean => !RECORDS.includes(file) && DRILL_INPUTS.some((input) => file.startsWith(input));

/** Returns TypeScript code without comments or line breaks. Throws on a syntax error. */
const printCode = (file: string, code: string): string =>
  printSync(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('.tsx'), comments: false, target: 'es2022' }), { minify: true }).code;

/** Whether `file` has the same code as at `commit`, so that at most its comments or line breaks have changed. */
const hasSameCode = (folder: string, file: string, commit: string): boolean => {
  if (!/\.tsx?$/.test(file) || !existsSync(join(folder, file))) return false;
  try {
    const before = execFileSync('git', ['show', `${commit}:./${file}`], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return printCode(file, before) === printCode(file, readFileSync(join(folder, file), 'utf8'));
  } catch {
    // The file is new, or does not compile.
    return false;
  }
};

/**
 * Returns whether the drills have to run in `folder`, with the reason. They run if the code of one of their inputs has changed since the last whole run, if no
 * whole run is recorded, or if its commit is missing from Git (in a copy without history).
 */
export const chooseDrills = (folder: string): DrillChoice => {
  const path = join(folder, FILE);
  if (!existsSync(path)) return { areDrillsNeeded: true, reason: 'no whole run is recorded' };
  const lastRun = v.parse(schema, JSON.parse(readFileSync(path, 'utf8')));
  let changed: readonly string[];
  try {
    changed = findChangedFiles(folder, lastRun.commit).filter(isDrillInput);
  } catch {
    return { areDrillsNeeded: true, reason: `Git does not have commit ${lastRun.commit.slice(0, 8)} of the last whole run` };
  }
  const input = changed.find((file) => !hasSameCode(folder, file, lastRun.commit));
  if (input !== undefined) return { areDrillsNeeded: true, reason: `${input} has changed since the last whole run` };
  return { areDrillsNeeded: false, lastRun };
};

/** Records that everything passed on the current commit, unless there are uncommitted changes. */
export const recordWholeRun = (folder: string, date: string): boolean => {
  if (findChangedFiles(folder).some((file) => file !== FILE)) return false;
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  writeFileSync(join(folder, FILE), `${JSON.stringify({ commit, date }, null, 2)}\n`);
  return true;
};
