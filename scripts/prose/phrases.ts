/**
 * A check of `npm run check`: finds phrases that do not read as English in source, docs and texts. Each line of `phrases.tsv` has a pattern and a suggestion.
 * `docs/english-exceptions.txt` lists the lines that may stay, with reasons. Exits with status 1 if anything is found.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../verify/changed-files.ts';
import { findPhrases, type Line, parseChangedLines, parseExceptions, parsePatterns } from './find-phrases.ts';

const root = join(import.meta.dirname, '../..');

const TEXT_FILE = /\.(ts|tsx|mjs|cjs|js|json|md|css|yaml|yml|sh)$/;
/** Generated files, and files that belong to other tools. */
const GENERATED_FILE = /package-lock|api-report|requirements-ids|\/reference\/|migrations\/\d/;
/** Folders whose comments will be rewritten together with their code. Only lines that changed since the previous commit are checked there. */
const EXCLUDED_FOLDERS_PATTERN = /^(?:host\/src\/server|releases|shared\/src\/remote|remote-auth-admin)\//;

const isChecked = (file: string): boolean => TEXT_FILE.test(file) && !GENERATED_FILE.test(file);

const readLines = (file: string): readonly Line[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ file, number: index + 1, text }));

/** Returns lines that differ from the previous commit; none in a copy without history. */
const readChangedLines = (): readonly Line[] => {
  try {
    return parseChangedLines(execFileSync('git', ['diff', '--unified=0', 'HEAD~1'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }));
  } catch {
    return [];
  }
};

const files = listFiles(root).filter((file) => isChecked(file) && existsSync(join(root, file)));
const lines = [
  ...files.filter((file) => !EXCLUDED_FOLDERS_PATTERN.test(file)).flatMap(readLines),
  ...readChangedLines().filter(({ file }) => EXCLUDED_FOLDERS_PATTERN.test(file) && isChecked(file)),
];
const patterns = parsePatterns(readFileSync(join(import.meta.dirname, 'phrases.tsv'), 'utf8'));
const exceptions = parseExceptions(readFileSync(join(root, 'docs/english-exceptions.txt'), 'utf8'));
const findings = findPhrases(lines, patterns, exceptions);
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
