import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Check, runChecks } from './run-checks.ts';

const node = (name: string, script: string): Check => ({ name, command: process.execPath, args: ['-e', script] });

const run = async (...checks: Check[]) => {
  const lines: string[] = [];
  const isOk = await runChecks(checks, __dirname, (line) => void lines.push(line));
  return { isOk, lines, text: lines.join('\n') };
};

describe('the checks', () => {
  it('report all findings of every failed check, after those that pass, and name the failed checks in the last line', async () => {
    const { isOk, lines, text } = await run(
      node('types', 'console.log("first finding"); console.error("second finding"); process.exitCode = 2'),
      node('style', 'console.log("everything is fine")'),
      node('links', 'console.log("third finding"); process.exitCode = 1'),
    );

    expect(isOk).toBe(false);
    expect(lines.at(-1)).toBe('\nFAILED: types, links');
    expect(text).toMatch(/^ok {4,} style \([\d.]+ s\)$/m);
    expect(text).not.toContain('everything is fine');
    expect(text).toMatch(/== types\n(?:first finding\nsecond|second finding\nfirst) finding\n\n== links\nthird finding\n/);
  });

  it('run concurrently', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'checks-'));
    const waitFor = (own: string, other: string): Check =>
      node(
        own,
        `const { existsSync, writeFileSync } = require('node:fs'); process.chdir(${JSON.stringify(folder)}); writeFileSync('${own}', '');
         setInterval(() => existsSync('${other}') && process.exit(0), 10); setTimeout(() => process.exit(1), 20000);`,
      );

    expect((await run(waitFor('one', 'other'), waitFor('other', 'one'))).isOk).toBe(true);
    rmSync(folder, { recursive: true });
  }, 30_000);

  it('fail when a program cannot be started or is killed', async () => {
    const { isOk, text } = await run({ name: 'absent', command: '/absent', args: [] }, node('killed', 'process.kill(process.pid, "SIGKILL")'));

    expect(isOk).toBe(false);
    expect(text).toContain('== absent\nspawn /absent ENOENT');
    expect(text).toContain('killed was ended by SIGKILL.');
  });

  it('do not run again while their inputs are the same as when they last passed', async () => {
    let passedHash = '';
    const inputs = {
      getHash: () => 'b',
      readPassedHash: () => passedHash,
      writePassedHash: (hash: string) => {
        passedHash = hash;
      },
    };
    const failingCheck = { ...node('report', 'process.exitCode = 1'), inputs };
    const passingCheck = { ...node('report', ''), inputs };

    expect((await run(failingCheck)).isOk).toBe(false);
    expect((await run(failingCheck)).isOk).toBe(false);
    expect((await run(passingCheck)).isOk).toBe(true);
    expect((await run(failingCheck)).text).toBe('ok     report (passed before, unchanged)');
    passedHash = 'a';
    expect((await run(failingCheck)).isOk).toBe(false);
  });
});
