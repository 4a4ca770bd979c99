/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '../../..');
const tokens = readFileSync(join(__dirname, 'tokens.css'), 'utf8');

const listFiles = (suffixes: readonly string[]): string[] =>
  ['shared', 'host', ...readdirSync(root).filter((folder) => folder.startsWith('remote-'))].flatMap((part) =>
    readdirSync(join(root, part, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => suffixes.some((suffix) => file.endsWith(suffix)))
      .map((file) => join(root, part, 'src', file)),
  );

const styleSheets = listFiles(['.css']);
/** The service worker's offline page is self-contained, so it cannot load the tokens. */
const FILE_WITHOUT_TOKENS = 'host/src/features/offline/offline-page.inline.css';
const inlineProperties = listFiles(['.tsx', '-style.ts']).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/['"](--[\w-]+)['"]/g)].map(([, name]) => name ?? ''),
);

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

describe('tokens.css', () => {
  it.each(styleSheets.map((file) => [relative(root, file), file]))('or the file itself declares every custom property that %s uses', (_name, file) => {
    const css = readFileSync(file, 'utf8');
    const declared = new Set([...names(tokens, /(--[\w-]+)\s*:/g), ...names(css, /(--[\w-]+)\s*:/g), ...inlineProperties]);

    // A property that is used with a fallback may be set elsewhere.
    const unknown = names(css, /var\((--[\w-]+)\)/g).filter((name) => !declared.has(name));

    expect(unknown).toEqual([]);
  });

  it.each(styleSheets.filter((file) => !file.endsWith('tokens.css') && !file.endsWith(FILE_WITHOUT_TOKENS)).map((file) => [relative(root, file), file]))(
    'is the only file with raw colours: %s has none',
    (_name, file) => {
      const css = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '');

      expect(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/gi)).toBeNull();
    },
  );
});
