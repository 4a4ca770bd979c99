import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './parts.ts';

export const ROWS_FILE = 'docs/requirements-ids.txt';
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']);

const STRING_LITERAL = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g;
const ROW = '(?:[A-Z]+-\\d+|CONST)';
const LEADING_ROWS = new RegExp(`^${ROW}(?:(?:,? to |,? and |[ ,/]+)${ROW})*(?![\\w-])`);
const ROW_RANGE = new RegExp(`(${ROW})(?: to (${ROW}))?`, 'g');

const findTestFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (IGNORED_FOLDERS.has(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return findTestFiles(path);
      return /\.(?:test\.tsx?|spec\.ts)$/.test(entry.name) ? [path] : [];
    });

interface Row {
  readonly id: string;
  readonly title: string;
}

export const readRows = (): Row[] =>
  readFileSync(join(root, ROWS_FILE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', title = ''] = line.split('\t');
      return { id, title };
    });

/** Returns the id of every requirement in a text like "ROUTE-01 to ROUTE-03, GEN-03", including the ids within ranges. */
const expandIds = (text: string, rows: readonly Row[]): string[] =>
  [...text.matchAll(ROW_RANGE)].flatMap(([, first = '', last = first]) => {
    const [from, to] = [first, last].map((each) => rows.findIndex(({ id }) => id === each));
    if (from === undefined || to === undefined || from < 0 || to < 0) return [...new Set([first, last])];
    return rows.slice(from, to + 1).map(({ id }) => id);
  });

interface NamedTest {
  readonly ids: readonly string[];
  readonly name: string;
}

/** Returns the test names that begin with requirement ids. With `it.each`, the ids may be in the table and `%s` in the name. */
export const findTests = (source: string, rows: readonly Row[]): NamedTest[] => {
  const texts = [...source.matchAll(STRING_LITERAL)].map(([, single, double, template]) => single ?? double ?? template ?? '');
  return texts.flatMap((text, position) => {
    const [leading] = LEADING_ROWS.exec(text) ?? [];
    if (leading === undefined) return [];
    const own = text.slice(leading.length).trim();
    const name = own === '' ? (texts.slice(position).find((other) => other.includes('%s')) ?? '') : own;
    return [{ ids: expandIds(leading, rows), name: name.replace(/^%s\s*/, '').replaceAll('\\', '') }];
  });
};

interface Proofs {
  readonly proofs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids in test names that match no requirement, each with the test's file. */
  readonly unknown: readonly string[];
}

export const collectProofs = (rows: readonly Row[]): Proofs => {
  const proofs = new Map(rows.map(({ id }) => [id, new Set<string>()]));
  const unknown = new Set<string>();
  for (const file of findTestFiles(root)) {
    const path = relative(root, file);
    for (const { ids, name } of findTests(readFileSync(file, 'utf8'), rows))
      for (const id of ids) {
        const found = proofs.get(id);
        if (found === undefined) unknown.add(`${id} in ${path}`);
        else found.add(`\`${path}\` ${name}`);
      }
  }
  return { proofs, unknown: [...unknown] };
};
