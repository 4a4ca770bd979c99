import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, printLine, root } from './parts.ts';

interface GeneratedPage {
  /** Path relative to the root folder. */
  readonly file: string;
  readonly text: string;
  /** npm script that writes the page. */
  readonly command: string;
  /** What the page lists, for the line that `--check` prints when the page is up to date. */
  readonly summary: string;
}

/** Writes a page of the docs. If the program was started with `--check`, writes nothing and exits with status 1 if the file differs. */
export const writePage = ({ file, text, command, summary }: GeneratedPage): void => {
  const path = join(root, file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) exitWith(new Error(`${file} is out of date. Write it: npm run ${command} -w scripts`));
  else printLine(`${file}: ${summary}, up to date.`);
};
