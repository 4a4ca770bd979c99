import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Compiler } from '@rspack/core';

interface DevServer {
  readonly compiler: Pick<Compiler, 'hooks'>;
  readonly webSocketServer?: {
    readonly clients: readonly unknown[];
    readonly implementation: { on(event: 'connection', listener: (client: unknown) => void): void };
  } | null;
  sendMessage(clients: readonly unknown[], type: 'errors', errors: readonly Problem[]): void;
}

interface Problem {
  readonly moduleName: string;
  readonly message: string;
}

const compilerFile = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Parses the compiler's output, in which lines that explain an error are indented below it. */
export const parseProblems = (output: string): Problem[] =>
  output.split(/\n(?=\S)/).flatMap((text) => {
    const [, moduleName, message] = /^(.*?\(\d+,\d+\)): (?:error )?(.*)$/s.exec(text.trimEnd()) ?? [];
    return moduleName === undefined || message === undefined ? [] : [{ moduleName, message }];
  });

const MAX_SHOWN_ERRORS = 10;
const OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Checks the types of a remote after each build of its dev server, because the build only strips types. The terminal and the page's overlay then show a
 * mismatch with the contract before it causes a run-time error. The page does not wait for the check.
 */
export const checkTypes = (folder: string, devServer: DevServer): void => {
  if (!existsSync(join(folder, 'tsconfig.json'))) return;
  const args = [compilerFile, '-p', folder, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', join(folder, 'dist/types.tsbuildinfo')];
  let errors: readonly Problem[] = [];
  let running: ChildProcess | undefined;
  let isListening = false;

  const send = (clients: readonly unknown[]): void => {
    if (errors.length > 0) devServer.sendMessage(clients, 'errors', errors);
  };

  devServer.compiler.hooks.done.tap('type-check', (stats) => {
    const { webSocketServer } = devServer;
    if (webSocketServer && !isListening) {
      isListening = true;
      // Send the current errors to each page that is opened or reloaded.
      webSocketServer.implementation.on('connection', (client) => send([client]));
    }
    running?.kill();
    running = undefined;
    errors = [];
    if (stats.hasErrors()) return;
    const check = execFile(process.execPath, args, { cwd: folder, maxBuffer: OUTPUT_LIMIT_BYTES }, (failure, stdout, stderr) => {
      if (check !== running || failure === null) return;
      errors = parseProblems(stdout).slice(0, MAX_SHOWN_ERRORS);
      // No source file has an error, so the compiler itself or its configuration failed.
      if (errors.length === 0) process.stderr.write(`The types could not be checked: ${failure.message}\n${stdout}${stderr}`);
      for (const { moduleName, message } of errors) process.stderr.write(`${moduleName}: ${message}\n`);
      send(devServer.webSocketServer?.clients ?? []);
    });
    running = check;
  });
};
