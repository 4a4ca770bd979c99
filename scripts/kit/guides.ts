import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;
/** The page that a team starts with. It links to the contracts, directly or through another contract. */
const START_PAGE = 'own-repository.md';
const README = 'README.md';

/**
 * Replaces links to files outside the package with their text. `from` is the linking file's path in `docs`. `isIncluded` tells whether a path is in the
 * package.
 */
export const rewriteLinks = (text: string, from: string, isIncluded: (path: string) => boolean): string =>
  text.replace(LINK, (link, label: string, target: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return link;
    const [file = '', fragment] = target.split('#');
    const path = relative('/docs', resolve('/docs', dirname(from), file));
    if (!isIncluded(path)) return label;
    const written = path === START_PAGE ? relative(dirname(from), README) : file;
    return `[${label}](${written}${fragment === undefined ? '' : `#${fragment}`})`;
  });

const findLinkedPages = (docs: string, from: string): string[] =>
  [...readFileSync(join(docs, from), 'utf8').matchAll(LINK)].flatMap(([, , target = '']) => {
    const path = relative('/docs', resolve('/docs', dirname(from), target.split('#')[0] ?? ''));
    return path.startsWith('contracts/') && path.endsWith('.md') && existsSync(join(docs, path)) ? [path] : [];
  });

/** Copies the start page as the kit's README, and every contract that it links to, directly or through another contract. */
export const addGuides = (docs: string, folder: string): void => {
  const includedPages = new Set([START_PAGE]);
  for (const file of includedPages) for (const linkedPage of findLinkedPages(docs, file)) includedPages.add(linkedPage);
  for (const file of includedPages) {
    const target = join(folder, file === START_PAGE ? README : file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(docs, file), target);
    writeFileSync(
      target,
      rewriteLinks(readFileSync(target, 'utf8'), file, (path) => includedPages.has(path)),
    );
  }
};
