import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { BuildManifest } from '@site/shared/build/build-manifest';
import { type Candidate, createFileReader, isValid } from './candidate.ts';
import { createFindingFactory, type Finding } from './finding.ts';

/** Size limits of a build in bytes (brotli), independent of the build's own settings. */
const ENTRY_LIMIT_BYTES = 10 * 1024;
const PAGE_LIMIT_BYTES = 250 * 1024;
/** A page that exceeds both growth limits compared with the active version usually includes a library by mistake. */
const GROWTH_FACTOR = 1.5;
const GROWTH_BYTES = 5 * 1024;

const finding = createFindingFactory('sizes');

/** Reads a file by its path in the release. */
type ReadFile = (path: string) => Promise<Buffer>;

const compress = promisify(brotliCompress);

/**
 * Measures the transfer size of files: the size of the compressed copy, which the file check verifies, or otherwise of the compressed content. Measures each
 * file once, in sequence and outside the event loop, because a host serves pages at the same time.
 */
const createMeasurer = (read: ReadFile) => {
  const sizes = new Map<string, number>();
  const readIfPresent = (file: string): Promise<Buffer | undefined> => read(`browser/${file}`).catch(() => undefined);
  const measureFile = async (file: string): Promise<number> => {
    const copy = await readIfPresent(`${file}.br`);
    if (copy !== undefined) return copy.length;
    const content = await readIfPresent(file);
    return content === undefined ? 0 : (await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })).length;
  };
  return async (files: readonly string[]): Promise<number> => {
    let sum = 0;
    for (const file of files) {
      const size = sizes.get(file) ?? (await measureFile(file));
      sizes.set(file, size);
      sum += size;
    }
    return sum;
  };
};

interface PageSizes {
  readonly entry: number;
  /** Size of each page's scripts by chunk name: the entry, the routes and the page's own scripts. */
  readonly pages: ReadonlyMap<string, number>;
  /** Size of each page's styles by chunk name. They are part of the page's HTML. */
  readonly styles: ReadonlyMap<string, number>;
}

/** Measures the pages of a build or release. */
const measurePages = async (read: ReadFile, { entry, chunks }: Pick<BuildManifest, 'entry' | 'chunks'>, files: readonly string[]): Promise<PageSizes> => {
  const measure = createMeasurer(read);
  const entryBytes = await measure([entry]);
  // The exposed module's own chunk has no name and is loaded with every page.
  const routes = files.filter((file) => /routes_tsx\..*js$/.test(file));
  const commonBytes = entryBytes + (await measure(routes));
  const pages = new Map<string, number>();
  const styles = new Map<string, number>();
  for (const [name, { js, css }] of Object.entries(chunks)) {
    if (js.includes(entry)) continue;
    pages.set(name, commonBytes + (await measure(js)));
    styles.set(name, await measure(css));
  }
  return { entry: entryBytes, pages, styles };
};

/** Version that visitors get now, for comparison. */
export interface ActiveRelease {
  readonly read: ReadFile;
  readonly manifest: Pick<BuildManifest, 'entry' | 'chunks'> & { readonly files: Readonly<Record<string, string>> };
}

interface SizeOptions {
  readonly active?: ActiveRelease | undefined;
  readonly allowGrowth?: boolean;
}

const toKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
const IMPORT_LATER = 'Look for a new dependency; load heavy parts with import() when they are needed.';

/** Checks the compressed sizes against the budgets, and against the active version unless growth is allowed. */
export const checkSizes = async (candidate: Candidate, { active, allowGrowth = false }: SizeOptions): Promise<Finding[]> => {
  const { build, files } = candidate;
  if (!isValid(build)) return [];
  const findings: Finding[] = [];
  const names = files.flatMap(({ path }) => (path.startsWith('browser/') ? [path.slice('browser/'.length)] : []));
  const now = await measurePages(createFileReader(candidate), build, names);
  const check = (where: string, bytes: number, limit: number): void => {
    if (bytes > limit) findings.push(finding(where, `is ${toKilobytes(bytes)} (brotli); its budget is ${toKilobytes(limit)}.`, IMPORT_LATER));
  };
  check('the entry', now.entry, Math.min(build.budgets?.entry ?? ENTRY_LIMIT_BYTES, ENTRY_LIMIT_BYTES));
  for (const [page, bytes] of now.pages)
    check(`the script of the page "${page}"`, bytes, Math.min(build.budgets?.pages[page] ?? PAGE_LIMIT_BYTES, PAGE_LIMIT_BYTES));

  if (active === undefined || allowGrowth) return findings;
  const before = await measurePages(
    active.read,
    active.manifest,
    Object.keys(active.manifest.files).flatMap((path) => (path.startsWith('browser/') ? [path.slice('browser/'.length)] : [])),
  );
  const compare = (what: string, current: ReadonlyMap<string, number>, previous: ReadonlyMap<string, number>): void => {
    for (const [page, bytes] of current) {
      const old = previous.get(page);
      if (old === undefined || bytes <= old * GROWTH_FACTOR || bytes <= old + GROWTH_BYTES) continue;
      findings.push(
        finding(
          `the ${what} of the page "${page}"`,
          `grows from ${toKilobytes(old)} to ${toKilobytes(bytes)} (brotli).`,
          `${IMPORT_LATER} If it is meant: --allow-growth.`,
        ),
      );
    }
  };
  compare('script', now.pages, before.pages);
  compare('style', now.styles, before.styles);
  return findings;
};
