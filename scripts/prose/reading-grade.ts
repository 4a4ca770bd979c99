/**
 * A check of `npm run check`: measures how many years of school a reader needs for the texts of each page, staff screen and email. Exits with status 1 if a
 * text exceeds its limit. `--all` prints every grade.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../verify/changed-files.ts';
import { gradeTexts } from './grade-texts.ts';
import { readJsonTexts, readModuleTexts } from './read-texts.ts';

const root = join(import.meta.dirname, '../..');

/** Maximum Flesch-Kincaid grade for each audience, and the modules that contain the texts for that audience. */
const AUDIENCES = [
  { name: 'public', limit: 6, files: /^(?:remote-(?:marketing|news-events|gallery)\/(?:src|texts)|host\/src\/(?!server)\w+|shared\/src\/ui)\// },
  { name: 'staff', limit: 8, files: /^(?:remote-auth-admin\/src|provider\/src\/accounts)\// },
] as const;
const SOURCE_FILE = /(?<!\.test|\.d)\.(?:tsx?|json)$/;
/** Pages with fewer words are measured together with other small pages of their workspace, because single words would decide their grade. */
const MINIMUM_WORDS = 80;

const files = listFiles(root).filter((file) => SOURCE_FILE.test(file) && existsSync(join(root, file)));

const readTexts = (file: string): readonly string[] => {
  const source = readFileSync(join(root, file), 'utf8');
  return file.endsWith('.json') ? readJsonTexts(source) : readModuleTexts(file, source);
};

/** A page is a source folder or a text file. */
const toPage = (file: string): string => (file.includes('/texts/') ? file : file.split('/').slice(0, 3).join('/'));

const showsAll = process.argv.includes('--all');
for (const { name, limit, files: isForAudience } of AUDIENCES) {
  const pages = new Map<string, string[]>();
  const add = (page: string, texts: readonly string[]): void => void pages.set(page, [...(pages.get(page) ?? []), ...texts]);
  for (const file of files) if (isForAudience.test(file) && !file.includes('/testing/')) add(toPage(file), readTexts(file));
  for (const [page, texts] of [...pages])
    if (gradeTexts(texts).words < MINIMUM_WORDS) {
      pages.delete(page);
      add(`${page.split('/')[0]}, small pages`, texts);
    }
  for (const [page, texts] of pages) {
    const { grade, words } = gradeTexts(texts);
    const isTooHard = grade > limit;
    if (isTooHard) process.exitCode = 1;
    if (isTooHard || showsAll) process.stdout.write(`${page}: grade ${grade.toFixed(1)}, ${words} words (limit for ${name} texts: ${limit})\n`);
  }
}
