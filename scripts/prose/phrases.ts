/**
 * A check of `npm run check`: finds phrases that do not read as English (`phrases.tsv`: a pattern and a suggestion on each line) in source, docs and texts. Lines that are right as they
 * are stand with the reason in `docs/english-exceptions.txt`. Exit status 1 when there is a finding.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPhrases, type Line, parseChangedLines, parseExceptions, parsePatterns } from './find-phrases.ts';

const root = join(import.meta.dirname, '../..');
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

const IS_TEXT = /\.(ts|tsx|mjs|cjs|js|json|md|css|yaml|yml|sh)$/;
/** Generated files, and files of other tools. */
const IS_GENERATED = /package-lock|prose\/cspell|api-report|requirements-ids|\/reference\/|migrations\/\d/;
/** Folders whose comments are rewritten together with their code. Only lines that changed since the commit before are checked there. */
const WAITING = /^(?:host\/src\/server|releases|shared\/src\/remote|remote-auth-admin)\//;

const isChecked = (file: string): boolean => IS_TEXT.test(file) && !IS_GENERATED.test(file);

const readLines = (file: string): readonly Line[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ file, number: index + 1, text }));

/** Lines that differ from the commit before; none in a copy without history. */
const readChangedLines = (): readonly Line[] => {
  try {
    return parseChangedLines(git('diff', '--unified=0', 'HEAD~1'));
  } catch {
    return [];
  }
};

const files = git('ls-files', '--cached', '--others', '--exclude-standard')
  .split('\n')
  .filter((file) => isChecked(file) && existsSync(join(root, file)));
const lines = [
  ...files.filter((file) => !WAITING.test(file)).flatMap(readLines),
  ...readChangedLines().filter(({ file }) => WAITING.test(file) && isChecked(file)),
];
const patterns = parsePatterns(readFileSync(join(import.meta.dirname, 'phrases.tsv'), 'utf8'));
const exceptions = parseExceptions(readFileSync(join(root, 'docs/english-exceptions.txt'), 'utf8'));
const findings = findPhrases(lines, patterns, exceptions);
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
