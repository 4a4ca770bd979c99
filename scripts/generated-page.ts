import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, printLine, root } from './parts.ts';

interface GeneratedPage {
  /** Path from the root folder. */
  readonly file: string;
  readonly text: string;
  /** npm script that writes the page. */
  readonly command: string;
  /** What the page lists, for the line that `--check` prints. */
  readonly summary: string;
}

/** Writes a page of the docs. With `--check` as an argument of the program, writes nothing and exits with status 1 if the file differs. */
export const writePage = ({ file, text, command, summary }: GeneratedPage): void => {
  const path = join(root, file);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) exitWith(new Error(`${file} is out of date. Write it: npm run ${command} -w scripts`));
  else printLine(`${file}: ${summary}, up to date.`);
};
