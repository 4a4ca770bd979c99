import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BAD_BUILDS } from '../bench/bad-builds/fixtures.ts';
import { createVariations } from '../bench/bad-builds/variations.ts';
import { root } from './parts.ts';

const VARIATION_COUNT = 100;

const builds = [...BAD_BUILDS.map(({ name, edits = [] }) => ({ name, edits })), ...createVariations(VARIATION_COUNT)];

/** Applies the edits of a build in order. Returns the edits whose original text is missing from the file. */
const findMissingText = ({ edits }: (typeof builds)[number]): readonly string[] => {
  const sources = new Map<string, string>();
  return edits.flatMap(({ file, from, to }) => {
    const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
    sources.set(
      file,
      source.replace(from, () => to),
    );
    return source.includes(from) ? [] : [`${file}: ${from}`];
  });
};

describe('the builds of `bench -- bad-builds`', () => {
  it.each(builds)('REL-08 edit text that exists in the remotes: $name', (build) => {
    expect(findMissingText(build)).toEqual([]);
  });
});
