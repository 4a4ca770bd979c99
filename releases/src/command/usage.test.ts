/** @jest-environment node */
import { UsageError } from '../release-error.ts';
import { RELEASES_USAGE } from './release-commands.ts';
import { toUsageError } from './usage.ts';

const explain = (...positionals: readonly string[]): readonly string[] => {
  const error = toUsageError(RELEASES_USAGE, 'npm run releases --', positionals);
  expect(error).toBeInstanceOf(UsageError);
  return error.message.split('\n');
};

describe('an invalid command', () => {
  it('is reported by name if it is unknown', () => {
    expect(explain('prevew', 'gallery')).toEqual(['There is no command "prevew". All commands: npm run releases -- help']);
  });

  it('prints its own usage if it is incomplete', () => {
    const lines = explain('preview', 'gallery');
    expect(lines[0]).toBe('"preview gallery" is incomplete, or has a word that is unknown. Use:');
    expect(lines.slice(1, -1)).toEqual([expect.stringMatching(/^ {2}npm run releases -- preview <name> <version> /)]);
    expect(explain('keys', 'ad').slice(1, -1)).toHaveLength(4);
    expect(explain('rollback')[1]).toMatch(/^ {2}npm run rollback -- <name>/);
    expect(explain('new', 'stories')[1]).toMatch(/^ {2}npx <kit> new <name> --path/);
  });
});
