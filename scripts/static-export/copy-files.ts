import { join } from 'node:path';
import { build } from 'esbuild';
import { DomUtils } from 'htmlparser2';
import { findElements, parsePage } from './page-reader.ts';

/** Supports the site's browsers and somewhat older ones, because a USB stick may be opened on any machine. */
const TARGET = 'es2018';

const URL_REFERENCE = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)/g;

/** Returns the quick-exit script, which comes before the title on every page of the site. */
const findQuickExitScript = (html: string): string => {
  const document = parsePage(html);
  const [script] = findElements(document, 'title', 'script');
  return script?.name === 'script' ? `${DomUtils.textContent(script)};` : '';
};

/** Creates the only script of the offline copy. It is a classic script, because browsers do not load modules from local files. */
export const createScript = async (homeHtml: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'title-search.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    logLevel: 'silent',
  });
  return `${findQuickExitScript(homeHtml)}\n${outputFiles[0]?.text ?? ''}`;
};

export const COPY_STYLES = `.copy-note{max-inline-size:var(--container,1200px);margin-inline:auto;padding:var(--space-16) var(--gutter,16px) var(--space-32);font-size:var(--fs-small);position:relative}
.copy-note a{color:inherit;text-decoration:underline}
.copy-titles{display:grid;gap:var(--space-16);inline-size:100%}
.copy-titles h2{font-size:var(--fs-h3)}
.copy-titles h3{font-size:1.125rem}
.copy-titles ul{margin:0;padding:0;list-style:none}
.copy-titles li a{display:inline-block;padding-block:var(--space-10);line-height:1.5}
.copy-titles [hidden]{display:none}
`;

/** Inlines the files that a stylesheet refers to, because browsers do not load fonts and masks for a page opened from a local file. */
export const embedReferences = async (css: string, url: string, loadDataUri: (url: string) => Promise<string | undefined>): Promise<string> => {
  const uris = new Map<string, string>();
  for (const [, doubleQuoted, singleQuoted, unquoted] of css.matchAll(URL_REFERENCE)) {
    const reference = doubleQuoted ?? singleQuoted ?? unquoted ?? '';
    if (reference === '' || /^(?:data:|#|%23)/.test(reference) || uris.has(reference)) continue;
    const uri = await loadDataUri(new URL(reference, url).href);
    uris.set(reference, uri ?? 'data:,');
  }
  return css.replace(URL_REFERENCE, (match: string, doubleQuoted?: string, singleQuoted?: string, unquoted?: string) => {
    const uri = uris.get(doubleQuoted ?? singleQuoted ?? unquoted ?? '');
    return uri === undefined ? match : `url("${uri}")`;
  });
};
