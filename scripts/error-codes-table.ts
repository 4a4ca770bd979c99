/**
 * `npm run error-codes -w scripts`: writes docs/error-codes.md from the table of log messages. `-- --check`, part of `npm run check`, writes nothing. It exits
 * with status 1 if the page does not match the table, if the servers write a warning or error that has no code, or if a code has no message.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_CODES, HOST_CODES, PROVIDER_CODES, START_CODES } from '@site/shared/domain/log-codes';
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';
import { writePage } from './generated-page.ts';
import { exitWith, root } from './parts.ts';
import { listFiles } from './verify/changed-files.ts';

const CODES = { ...HOST_CODES, ...PROVIDER_CODES, ...COMMON_CODES };
const LEVELS = /^(?:warn|error|fatal|level)$/;

/** True for `log.warn`, `log[level]` and `log[isMinor ? 'warn' : 'error']`. */
const isLogMethod = (callee: Expression): boolean => {
  if (callee.type !== 'MemberExpression') return false;
  const { property } = callee;
  if (property.type === 'ConditionalExpression')
    return [property.consequent, property.alternate].some((level) => level.type === 'Literal' && LEVELS.test(String(level.value)));
  return property.type === 'Identifier' && LEVELS.test(property.name);
};

/**
 * Returns the message of `log.warn(fields, message)`, or the failure message of the job in `every(ms, job, message)`. That message is empty if failures are
 * logged elsewhere.
 */
const findMessage = ({ callee, arguments: given }: CallExpression): string | undefined => {
  const isJob = callee.type === 'Identifier' && callee.name === 'every';
  const message = isLogMethod(callee) ? given[1] : isJob ? given[2] : undefined;
  return message?.type === 'Literal' && typeof message.value === 'string' && message.value !== '' ? message.value : undefined;
};

const listMessages = (file: string): readonly string[] => {
  const messages: string[] = [];
  const visitor = new Visitor({
    CallExpression: (call) => {
      const message = findMessage(call);
      if (message !== undefined) messages.push(message);
    },
  });
  visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return messages;
};

const SOURCES = ['provider/src/', 'host/src/server/', 'releases/src/', 'shared/src/domain/'];
const files = listFiles(root).filter(
  (file) => SOURCES.some((folder) => file.startsWith(folder)) && file.endsWith('.ts') && !/\.test\.|\/testing\//.test(file) && existsSync(join(root, file)),
);
const messages = new Set(files.flatMap(listMessages));
const problems = [
  ...[...messages].filter((message) => !Object.hasOwn(CODES, message)).map((message) => `"${message}" has no code.`),
  ...Object.keys(CODES).flatMap((message) => (messages.has(message) ? [] : [`"${message}" has a code, but no server writes it.`])),
];
if (new Set(Object.values(CODES).map(({ code }) => code)).size < Object.keys(CODES).length) problems.push('Two messages have the same code.');
if (problems.length > 0) exitWith(new Error(`shared/src/domain/log-codes.ts:\n${problems.join('\n')}`));

const INTRODUCTION = `# Error codes

Each warning and error that the host or the provider writes to its log has a \`code\`, which stays when its message is reworded: search and alert by code. Lines that libraries write have none. [Operations](contracts/operations.md) describes the fields. Release checks name the check and the remedy of each finding ([release API](contracts/release-api.md)). Responses of the API have a status and a message ([API](contracts/api.md)).

Written by \`npm run error-codes -w scripts\` from \`shared/src/domain/log-codes.ts\`.`;

const toSection = (title: string, rows: readonly (readonly string[])[]): string =>
  [`## ${title}\n`, '| code | message | what to do |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

const toRows = (codes: Readonly<Record<string, { readonly code: string; readonly remedy: string }>>): readonly (readonly string[])[] =>
  Object.entries(codes)
    .map(([message, { code, remedy }]) => [`\`${code}\``, message, remedy])
    .sort(([first = ''], [second = '']) => (first < second ? -1 : 1));

const startRows = Object.entries(START_CODES).map(([code, remedy]) => [`\`${code}\``, 'The host or the provider cannot start.', remedy]);
const page = [
  INTRODUCTION,
  toSection('Host', toRows(HOST_CODES)),
  toSection('Provider', toRows(PROVIDER_CODES)),
  toSection('Both', [...toRows(COMMON_CODES), ...startRows]),
].join('\n\n');

writePage({ file: 'docs/error-codes.md', text: `${page}\n`, command: 'error-codes', summary: `${Object.keys(CODES).length} messages` });
