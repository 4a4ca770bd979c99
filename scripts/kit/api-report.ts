import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileSources, SHARED_SOURCES } from './compile.ts';
import { kitVersion, publicEntryPoints, resolveEntryPoint } from './entry-points.ts';

export const REPORT_FILE = 'shared/api-report.md';

/** Maximum length of a signature in the committed report. The hash of its section covers the rest. */
const SIGNATURE_LENGTH = 120;

const SOURCE_FILE = /(?<!\.d)\.tsx?$/;
const RELATIVE_IMPORT = /(?:\bfrom |\bimport\()["'](\.[^"']+)["']/g;

const toDeclaration = (file: string): string => file.replace(SOURCE_FILE, '.d.ts');

/** Returns the declarations of the files and of all files that they import, keyed by their path in the repository. */
const collectDeclarations = (folder: string, files: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(join(folder, toDeclaration(file)), 'utf8').trim();
    found.set(file, text);
    for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) if (SOURCE_FILE.test(specifier)) queue.push(join(dirname(file), specifier));
  }
  return found;
};

/**
 * Returns the complete public surface of the kit as text. It has a section of declarations for each entry point, and for each file that an entry point refers
 * to. Any change that the compiler could notice in a remote in another repository changes this text.
 */
export const createApiReport = async (): Promise<string> => {
  const folder = await compileSources([{ folders: SHARED_SOURCES, emit: 'types' }]);
  try {
    const entryPoints = new Map(publicEntryPoints.map((entryPoint) => [resolveEntryPoint(entryPoint), entryPoint]));
    const declarations = collectDeclarations(
      folder,
      [...entryPoints.keys()].filter((file) => SOURCE_FILE.test(file)),
    );
    const sections = [...declarations].sort(([a], [b]) => a.localeCompare(b));
    return [
      '# Public surface of the kit',
      `Major version ${kitVersion.split('.')[0]}. Written by \`npm run api-report -w scripts\`; how it may change: docs/own-repository.md.`,
      `## Entry points\n\n${publicEntryPoints.map((entryPoint) => `- \`@site/shared/${entryPoint}\``).join('\n')}`,
      ...sections.map(([file, text]) => `## ${entryPoints.get(file) ?? `${file} (not public, but referred to)`}\n\n\`\`\`ts\n${text}\n\`\`\``),
      '',
    ].join('\n\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Returns the part of a complete surface that is committed and reviewed. Each section lists the exported names with the start of their signatures, and a hash
 * of all declarations.
 */
export const summarise = (surface: string): string =>
  surface
    .split(/^(?=## )/m)
    .map((section) => {
      const declarations = /```ts\n(.*)\n```/s.exec(section)?.[1];
      if (declarations === undefined) return section;
      const [title = ''] = section.split('\n');
      const hash = createHash('sha256').update(declarations).digest('hex').slice(0, 12);
      const names = declarations
        .split('\n')
        .filter((line) => line.startsWith('export ') && line !== 'export {};')
        .map((line) => line.replace(/^export (?:declare )?/, ''))
        .map((line) => (line.length > SIGNATURE_LENGTH ? `${line.slice(0, SIGNATURE_LENGTH)} …` : line));
      return [`${title} · ${hash}`, '', '```ts', ...names, '```', '', ''].join('\n');
    })
    .join('');

const readSections = (report: string): ReadonlyMap<string, readonly string[]> =>
  new Map(report.split(/^## /m).map((section) => [section.split('\n')[0] ?? '', section.split('\n').slice(1)]));

/** Returns declarations that a newer report removes or changes, each as `section: line`. If there are none, the newer report only adds declarations. */
export const findRemovals = (older: string, newer: string): string[] => {
  const sections = readSections(newer);
  return [...readSections(older)].flatMap(([name, lines]) => {
    const left = [...(sections.get(name) ?? [])];
    return lines.flatMap((line) => {
      const index = left.indexOf(line);
      if (index === -1) return [`${name}: ${line.trim()}`];
      left.splice(index, 1);
      return [];
    });
  });
};
