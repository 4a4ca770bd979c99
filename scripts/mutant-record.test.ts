/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashRule, listUnexplainedRules, readMutantRecord, writeMutantRecord } from './mutant-record.ts';

let folder: string;
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  mkdirSync(join(folder, 'scripts'));
  write('slug.ts', 'export const toSlug = (text: string): string => text.trim();\n');
  write('slug.test.ts', "it('trims', () => {});\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the record of mutants', () => {
  it('has the same hash after changes to comments, types, spaces and names of locals', () => {
    const before = hashRule(folder, 'slug.ts');
    write('slug.ts', '/** Makes a slug. */\nexport const toSlug = (title: Lowercase<string>): string =>\n  title.trim();\n');

    expect(hashRule(folder, 'slug.ts')).toBe(before);
  });

  it.each([
    ['slug.ts', 'export const toSlug = (text: string): string => text.trimEnd();\n'],
    ['slug.test.ts', "it('trims both ends', () => {});\n"],
    ['slug.examples.test.ts', ''],
  ])('has another hash after a change to %s', (name, text) => {
    const before = hashRule(folder, 'slug.ts');
    write(name, text);

    expect(hashRule(folder, 'slug.ts')).not.toBe(before);
  });

  it('does not depend on time tests or on the tests of other rules', () => {
    const before = hashRule(folder, 'slug.ts');
    write('slug.time.test.ts', '');
    write('slugs.test.ts', '');

    expect(hashRule(folder, 'slug.ts')).toBe(before);
  });

  it('is read back in order, without rules that no longer exist', () => {
    expect(readMutantRecord(folder)).toEqual({});
    const result = { hash: 'abc123', all: 10, noticed: 9 };
    writeMutantRecord(folder, { 'slug.ts': result, 'gone.ts': result });

    expect(readMutantRecord(folder)).toEqual({ 'slug.ts': result });
  });

  it('names rules that have unnoticed mutants and no reason', () => {
    write('embed.ts', '');
    writeMutantRecord(folder, { 'slug.ts': { hash: 'abc123', all: 10, noticed: 9 }, 'embed.ts': { hash: 'abc123', all: 10, noticed: 10 } });
    expect(listUnexplainedRules(folder)).toEqual(['slug.ts']);

    write('scripts/mutant-survivors.json', JSON.stringify({ 'slug.ts': 'The text is never blank.' }));
    expect(listUnexplainedRules(folder)).toEqual([]);
  });

  it('has a reason for every recorded rule with unnoticed mutants', () => {
    expect(listUnexplainedRules(join(__dirname, '..'))).toEqual([]);
  });
});
