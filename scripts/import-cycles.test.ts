/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '..');
const WORKSPACES = /^(?:shared|releases|host|remote-.+|provider)$/;
const SOURCE_FILE = /(?<!\.(?:test|d))\.tsx?$/;
const RELATIVE_IMPORT = /(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g;

const listSources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Test helpers may import anything.
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : listSources(path);
    return SOURCE_FILE.test(entry.name) ? [path] : [];
  });

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const readFolderGraph = (files: readonly (readonly [file: string, source: string])[]): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const [file, source] of files) {
    const importingFolder = dirname(file);
    for (const [, specifier = ''] of source.matchAll(RELATIVE_IMPORT)) {
      const importedFolder = dirname(join(importingFolder, specifier));
      if (importedFolder !== importingFolder) graph.set(importingFolder, (graph.get(importingFolder) ?? new Set()).add(importedFolder));
    }
  }
  return graph;
};

const findCycles = (graph: Graph): string[] => {
  const findReachable = (start: string): Set<string> => {
    const reachable = new Set<string>();
    const queue = [start];
    for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
      for (const next of graph.get(folder) ?? []) {
        if (!reachable.has(next)) queue.push(next);
        reachable.add(next);
      }
    }
    return reachable;
  };
  return [...graph.keys()].filter((folder) => findReachable(folder).has(folder));
};

describe('import cycles', () => {
  it.each(readdirSync(root).filter((folder) => WORKSPACES.test(folder)))('no folders of %s import each other in a cycle', (workspace) => {
    const sources = listSources(join(root, workspace, 'src'));
    expect(sources.length).toBeGreaterThan(0);

    const cycles = findCycles(readFolderGraph(sources.map((file) => [relative(root, file), readFileSync(file, 'utf8')] as const)));

    expect(cycles).toEqual([]);
  });

  it('detects a cycle across three folders, and a dynamic import that closes a cycle', () => {
    const graph = readFolderGraph([
      ['host/src/a/x.ts', "import { y } from '../b/y.ts';"],
      ['host/src/b/y.ts', "export { z } from '../c/z.ts';"],
      ['host/src/c/z.ts', "const load = () => import('../a/x.ts');"],
      ['host/src/d/w.ts', "import { x } from '../a/x.ts';"],
    ]);

    expect(findCycles(graph)).toEqual(['host/src/a', 'host/src/b', 'host/src/c']);
  });
});
