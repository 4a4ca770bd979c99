/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(__dirname, '../e2e/tests');

/** Lists the lines that open another profile and have no comment above them with the reason. */
const findUnexplainedProfiles = (source: string): readonly string[] =>
  source
    .split('\n')
    .filter((line, index, lines) => /\bbrowser\.new(?:Context|Page)\(/.test(line) && !/^\s*\/\/ Another profile: \w/.test(lines[index - 1] ?? ''));

describe('the profiles of browser tests', () => {
  it('are limited to one per test, unless a comment names the owner of another profile', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'));

    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((name) => findUnexplainedProfiles(readFileSync(join(folder, name), 'utf8')).map((line) => `${name}: ${line.trim()}`))).toEqual([]);
  });

  it('are reported if that comment is missing', () => {
    const line = '  const page = await (await browser.newContext({ colorScheme })).newPage();';

    expect(findUnexplainedProfiles(`// A comment.\n${line}`)).toEqual([line]);
    expect(findUnexplainedProfiles(`// Another profile: a colleague.\n${line}`)).toEqual([]);
  });
});
