export interface Line {
  readonly file: string;
  /** Starts at 1. */
  readonly number: number;
  readonly text: string;
}

interface Pattern {
  readonly expression: RegExp;
  readonly suggestion: string;
}

const listEntries = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Parses lines that consist of a pattern, a tab and a suggestion. */
export const parsePatterns = (text: string): readonly Pattern[] =>
  listEntries(text).map((line) => {
    const [pattern = '', suggestion = ''] = line.split('\t');
    return { expression: new RegExp(pattern, 'i'), suggestion };
  });

/** Parses entries of the form `path: text of the line`. Lines that start with `#` are comments and give the reason. */
export const parseExceptions = (text: string): ReadonlySet<string> => new Set(listEntries(text));

/** Returns the added lines of a Git diff that was made without context lines. */
export const parseChangedLines = (diff: string): readonly Line[] => {
  const changed: Line[] = [];
  let file = '';
  let number = 0;
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length);
    else if (line.startsWith('@@')) number = Number(/\+(\d+)/.exec(line)?.[1] ?? 1);
    else if (line.startsWith('+') && !line.startsWith('+++')) {
      changed.push({ file, number, text: line.slice(1) });
      number += 1;
    }
  }
  return changed;
};

/** Describes each phrase that a pattern matches, unless its line is an exception. */
export const findPhrases = (lines: readonly Line[], patterns: readonly Pattern[], exceptions: ReadonlySet<string>): readonly string[] =>
  lines.flatMap(({ file, number, text }) => {
    if (exceptions.has(`${file}: ${text.trim()}`)) return [];
    return patterns.flatMap(({ expression, suggestion }) => {
      const match = expression.exec(text);
      return match === null ? [] : [`${file}:${number}: "${match[0].trim()}" -> ${suggestion}`];
    });
  });
