import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declaration, type Module, type ModuleItem, parseSync } from '@swc/core';
import * as v from 'valibot';
import { JEST_COMMAND } from '../jest-command.ts';
import { root } from '../parts.ts';

/** How long each suite takes in milliseconds, and the files in which it executed a function. */
const coverageMapSchema = v.record(v.string(), v.object({ ms: v.number(), files: v.array(v.string()) }));
export type CoverageMap = v.InferOutput<typeof coverageMapSchema>;

const recordSchema = v.object({ suite: v.string(), ms: v.number(), files: v.array(v.string()) });

const MAP_FILE = join(root, '.cache/verify/coverage-map.json');
const RECORD_FILE = join(root, '.cache/verify/coverage-record.jsonl');

export const readCoverageMap = (): CoverageMap => (existsSync(MAP_FILE) ? v.parse(coverageMapSchema, JSON.parse(readFileSync(MAP_FILE, 'utf8'))) : {});

/** Runs all unit tests, or those that match a pattern, and stores which files they execute. Returns the number of recorded suites. */
export const recordCoverage = (patterns: readonly string[]): number => {
  rmSync(RECORD_FILE, { force: true });
  const runner = `--testRunner=${join(root, 'scripts/verify/recording-runner.cjs')}`;
  const args = [...JEST_COMMAND, '--ignoreProjects=provider on postgres', runner, ...patterns];
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, COVERAGE_RECORD: RECORD_FILE } });
  const lines = existsSync(RECORD_FILE) ? readFileSync(RECORD_FILE, 'utf8').trim().split('\n') : [];
  const recordedEntries = lines.map((line) => v.parse(recordSchema, JSON.parse(line))).map(({ suite, ...entry }) => [suite, entry] as const);
  writeFileSync(MAP_FILE, JSON.stringify({ ...readCoverageMap(), ...Object.fromEntries(recordedEntries) }));
  return recordedEntries.length;
};

/**
 * Whether code exports only functions and types, and does nothing when it is loaded. Other code, for example a constant, can affect a suite that executes no
 * function of the file, which the coverage map does not show.
 */
export const exportsOnlyFunctions = (source: string, file: string): boolean => {
  const parse = (): Module | undefined => {
    try {
      return parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') });
    } catch {
      // Ignore syntax errors here, because the suites that load the file report them.
      return undefined;
    }
  };
  const isFunctionOrType = (statement: ModuleItem | Declaration, isExported = false): boolean => {
    switch (statement.type) {
      case 'ImportDeclaration':
        // An import without names has a side effect.
        return statement.specifiers.length > 0;
      case 'ExportNamedDeclaration':
        return statement.typeOnly;
      case 'ExportDeclaration':
        return isFunctionOrType(statement.declaration, true);
      case 'VariableDeclaration':
        return statement.declarations.every(({ init }) => init?.type === 'ArrowFunctionExpression' || (!isExported && /Literal$/.test(init?.type ?? '')));
      default:
        return /^(?:FunctionDeclaration|TsInterfaceDeclaration|TsTypeAliasDeclaration)$/.test(statement.type);
    }
  };
  const body = parse()?.body ?? [];
  return body.length > 0 && body.every((statement) => isFunctionOrType(statement));
};
