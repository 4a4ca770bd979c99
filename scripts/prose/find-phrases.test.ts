/** @jest-environment node */
import { findPhrases, parseChangedLines, parseExceptions, parsePatterns } from './find-phrases.ts';

const patterns = parsePatterns('# pattern\tsuggestion\n\\bwhoever\\b\tname the person\n\\b\\d+ %\t50%\n');
const line = (text: string) => ({ file: 'docs/a.md', number: 7, text });

describe('phrases that do not read as English', () => {
  it('are reported with file, line and suggestion, regardless of case and several per line', () => {
    expect(findPhrases([line('Whoever has 5 % of it'), line('The editor has 5%')], patterns, new Set())).toEqual([
      'docs/a.md:7: "Whoever" -> name the person',
      'docs/a.md:7: "5 %" -> 50%',
    ]);
  });

  it('are ignored if their line is an exception for the same file', () => {
    const exceptions = parseExceptions('# A quotation.\n\ndocs/a.md: Whoever comes\n');

    expect(findPhrases([line('  Whoever comes')], patterns, exceptions)).toEqual([]);
    expect(findPhrases([{ ...line('Whoever comes'), file: 'docs/b.md' }], patterns, exceptions)).toHaveLength(1);
  });

  it('are found in the added lines of a diff', () => {
    const diff = ['--- a/docs/a.md', '+++ b/docs/a.md', '@@ -3,0 +4,2 @@', '+one', '+two', '@@ -9 +11 @@', '-old', '+three'].join('\n');

    expect(parseChangedLines(diff)).toEqual([
      { file: 'docs/a.md', number: 4, text: 'one' },
      { file: 'docs/a.md', number: 5, text: 'two' },
      { file: 'docs/a.md', number: 11, text: 'three' },
    ]);
  });
});
