import { spawn } from 'node:child_process';

/** A program whose exit status is non-zero if it finds anything. */
export interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The program runs again only if these have changed since it last passed. */
  readonly inputs?: { getHash(): string; readPassedHash(): string; writePassedHash(hash: string): void };
}

interface Outcome {
  readonly name: string;
  readonly isOk: boolean;
  readonly output: string;
}

const runProgram = ({ name, command, args }: Check, cwd: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (isOk: boolean, reason = ''): void => resolve({ name, isOk, output: `${Buffer.concat(chunks).toString().trim()}${reason}` });
    child.once('error', (error) => finish(false, error.message));
    // A killed program prints no message.
    child.once('close', (status, signal) => finish(status === 0, signal === null ? '' : `\n${name} was ended by ${signal}.`));
  });

/**
 * Runs all checks concurrently in a folder. Prints one line when a check finishes, then the full output of the checks that failed, then their names. Returns
 * true if all passed.
 */
export const runChecks = async (checks: readonly Check[], cwd: string, printLine: (line: string) => void): Promise<boolean> => {
  const began = performance.now();
  const run = async (check: Check): Promise<Outcome> => {
    const hash = check.inputs?.getHash();
    const isUnchanged = hash !== undefined && check.inputs?.readPassedHash() === hash;
    const outcome = isUnchanged ? { name: check.name, isOk: true, output: '' } : await runProgram(check, cwd);
    if (outcome.isOk && hash !== undefined) check.inputs?.writePassedHash(hash);
    const detail = isUnchanged ? 'passed before, unchanged' : `${((performance.now() - began) / 1000).toFixed(1)} s`;
    printLine(`${outcome.isOk ? 'ok    ' : 'FAILED'} ${check.name} (${detail})`);
    return outcome;
  };
  const failed = (await Promise.all(checks.map(run))).filter(({ isOk }) => !isOk);
  for (const { name, output } of failed) printLine(`\n== ${name}\n${output}`);
  if (failed.length > 0) printLine(`\nFAILED: ${failed.map(({ name }) => name).join(', ')}`);
  return failed.length === 0;
};
