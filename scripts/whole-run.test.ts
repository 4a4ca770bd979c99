/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseDrills, recordWholeRun } from './whole-run.ts';

const DATE = '2026-11-29';
let folder: string;

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const commit = (): void => {
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '-q', '-m', 'Change');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whole-run-'));
  git('init', '-q');
  write('host/src/server/a.ts', '1');
  write('remote-gallery/src/a.ts', '1');
  write('scripts/a.ts', '1');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the last whole run', () => {
  it('makes drills unnecessary while their inputs are unchanged', () => {
    expect(recordWholeRun(folder, DATE)).toBe(true);
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: false, lastRun: { date: DATE } });

    commit();
    write('remote-gallery/src/a.ts', '2');
    write('scripts/mutants.json', '{}');
    commit();
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: false });
  });

  it.each(['host/src/server/a.ts', 'scripts/new/new.ts', 'deploy/nginx.conf', 'releases/src/a.ts', 'shared/build/base.ts'])(
    'requires drills after a change to %s, committed or not',
    (file) => {
      recordWholeRun(folder, DATE);
      write(file, '2');
      expect(chooseDrills(folder)).toEqual({ areDrillsNeeded: true, reason: `${file} has changed since the last whole run` });
      commit();
      expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: true });
    },
  );

  it('does not require drills after changes only to comments and line breaks', () => {
    write('scripts/a.ts', '/** Doubles a number. */\nexport const double = (value: number): number => 2 * value;\n');
    commit();
    recordWholeRun(folder, DATE);
    write('scripts/a.ts', '/** Returns twice the number. */\nexport const double = (value: number): number =>\n  2 * value;\n');
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: false });
  });

  it.each([
    ['its code', 'export const double = (value: number): number => 3 * value;\n'],
    ['a type, on which a drill may run the type check', 'export const double = (value: 1 | 2): number => 2 * value;\n'],
  ])('asks for drills after a change of %s', (_, code) => {
    write('scripts/a.ts', 'export const double = (value: number): number => 2 * value;\n');
    commit();
    recordWholeRun(folder, DATE);
    write('scripts/a.ts', code);
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: true });
  });

  it.each(['scripts/a.ts', 'scripts/b.ts'])('requires drills when code is deleted or does not compile: %s', (file) => {
    recordWholeRun(folder, DATE);
    if (file === 'scripts/a.ts') rmSync(join(folder, file));
    else write(file, 'const = ;');
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: true });
  });

  it('requires drills when no whole run is recorded', () => {
    expect(chooseDrills(folder)).toEqual({ areDrillsNeeded: true, reason: 'no whole run is recorded' });
  });

  it('requires drills when Git does not have the commit', () => {
    write('scripts/whole-run.json', JSON.stringify({ commit: 'a'.repeat(40), date: DATE }));
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: true, reason: expect.stringContaining('Git does not have') });
  });

  it('is not recorded for a commit that the files differ from', () => {
    write('remote-gallery/src/a.ts', '2');
    expect(recordWholeRun(folder, DATE)).toBe(false);
    expect(chooseDrills(folder)).toMatchObject({ areDrillsNeeded: true });
  });
});
