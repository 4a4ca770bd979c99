import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
export const fail = (reason: string): never => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

export const toCamelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
export const toPascalCase = (name: string): string => toCamelCase(`-${name}`);
export const toTitle = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

const texts = new Map<string, string>();

export const write = (file: string, text: string): void => {
  if (existsSync(file)) fail(`${file} exists already.`);
  texts.set(file, text);
};

export const read = (file: string): string => texts.get(file) ?? readFileSync(file, 'utf8');

/** Replaces the first match. Throws if there is none. */
export const replaceFirst = (file: string, pattern: RegExp, replacement: (...match: string[]) => string): void => {
  const text = read(file);
  if (!pattern.test(text)) fail(`${file} has no place for the new lines: ${pattern}. Nothing was written.`);
  texts.set(file, text.replace(pattern, replacement));
};

export const writeAll = (): void => {
  for (const [file, text] of texts) {
    const verb = existsSync(file) ? 'changed ' : 'wrote   ';
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    printLine(`${verb} ${file}`);
  }
};
