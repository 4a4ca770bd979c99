import { dirname } from 'node:path';
import type { CoverageMap } from './coverage-map.ts';
import { type ImportGraph, isSuite } from './import-graph.ts';

/** Files that every suite depends on without importing them. */
const SHARED_FILES = /^(?:package(?:-lock)?\.json|jest\.config\.cjs)$|^[^/]+\/package\.json$/;

interface SelectionInput {
  readonly files: readonly string[];
  readonly changed: readonly string[];
  readonly graph: ImportGraph;
  readonly map: CoverageMap;
  /** Whether a file exports only functions and types. A constant in it could affect a suite that calls none of its functions. */
  readonly exportsOnlyFunctions: (file: string) => boolean;
}

export interface Selection {
  /** Suites nearest to the changed files first; at the same distance, the quickest first. */
  readonly suites: readonly string[];
  /** Suites that load the changed files but, according to the coverage map, execute nothing in them. */
  readonly nonExecutingSuites: readonly string[];
  readonly changedSharedFiles: readonly string[];
  /** The changed files, and every file that uses one of them, directly or indirectly. */
  readonly affected: ReadonlySet<string>;
}

const DEFAULT_SUITE_MS = 2000;

/** Returns the distance of every file that uses `file`, directly or indirectly: 0 for the file itself, 1 for a direct import, and so on. */
const findDistances = (file: string, { importers, readers }: ImportGraph): Map<string, number> => {
  const distances = new Map([[file, 0]]);
  // The loop also visits items that are added while it runs.
  for (const [user, distance] of distances) for (const next of importers.get(user) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  for (const reader of readers.get(file) ?? []) if (!distances.has(reader)) distances.set(reader, 1);
  return distances;
};

/** Ranks suites at the same distance: suites in the file's folder come first, then suites in its workspace. */
const getDistanceRank = (suite: string, file: string): number => {
  if (dirname(suite) === dirname(file)) return 0;
  return suite.split('/')[0] === file.split('/')[0] ? 0.25 : 0.5;
};

/** Returns the suites in the nearest parent folder that contains any. Used for files to which no code refers. */
const findNearbySuites = (file: string, suites: readonly string[]): readonly string[] => {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const suitesBelow = suites.filter((suite) => suite.startsWith(`${folder}/`));
    if (suitesBelow.length > 0) return suitesBelow;
  }
  return [];
};

export const selectSuites = ({ files, changed, graph, map, exportsOnlyFunctions }: SelectionInput): Selection => {
  const allSuites = files.filter(isSuite);
  const distances = new Map<string, number>();
  const nonExecutingSuites = new Set<string>();
  const affectedFiles = new Set<string>();
  const add = (suite: string, distance: number): void => void distances.set(suite, Math.min(distance, distances.get(suite) ?? Number.POSITIVE_INFINITY));
  const changedSharedFiles = changed.filter((file) => SHARED_FILES.test(file));
  /** A changed suite's record is out of date. */
  const recordedEntries = Object.entries(map).filter(([suite]) => !changed.includes(suite));
  const recordedSuites = new Set(recordedEntries.map(([suite]) => suite));

  for (const file of changed) {
    const fileDistances = findDistances(file, graph);
    const executingSuites = new Set(recordedEntries.flatMap(([suite, entry]) => (entry.files.includes(file) ? [suite] : [])));
    const isNarrowed = executingSuites.size > 0 && exportsOnlyFunctions(file);
    for (const [user, distance] of fileDistances) {
      affectedFiles.add(user);
      // A suite that reads the whole repository takes a long time, and would be selected for nearly every change.
      if (!isSuite(user) || (graph.repositorySuites.has(user) && distance > 1)) continue;
      // Suites that use the file directly always run, regardless of the coverage map.
      if (isNarrowed && distance > 1 && recordedSuites.has(user) && !executingSuites.has(user)) nonExecutingSuites.add(user);
      else add(user, distance + getDistanceRank(user, file));
    }
    if (fileDistances.size === 1 && !isSuite(file)) for (const suite of findNearbySuites(file, allSuites)) add(suite, 1);
  }
  if (changedSharedFiles.length > 0) for (const suite of allSuites) add(suite, Number.MAX_SAFE_INTEGER);

  const getMs = (suite: string): number => map[suite]?.ms ?? DEFAULT_SUITE_MS;
  const suites = [...distances]
    .sort(([a, distanceA], [b, distanceB]) => distanceA - distanceB || getMs(a) - getMs(b) || (a < b ? -1 : 1))
    .flatMap(([suite]) => (files.includes(suite) ? [suite] : []));
  return { suites, nonExecutingSuites: [...nonExecutingSuites].filter((suite) => !distances.has(suite)), changedSharedFiles, affected: affectedFiles };
};

/** Returns the parts that contain an affected file other than a test. Their pages may look different to visitors. */
export const findAffectedParts = (affectedFiles: ReadonlySet<string>, parts: readonly string[]): readonly string[] =>
  parts.filter((part) => [...affectedFiles].some((file) => file.startsWith(`${part}/`) && !/\.test\.|\/testing\/|\.md$/.test(file)));
