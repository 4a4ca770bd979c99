/**
 * `npm run settings -w scripts`: writes docs/settings.md from the schemas that parse the settings. `-- --check`, part of `npm run check`, writes nothing. It
 * exits with status 1 if the table does not match the schemas, or if a setting's name is so similar to another program's setting that it would be taken for a
 * misspelling.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandSettings } from '@site/releases/command-settings';
import { objectStoreSettings } from '@site/releases/s3-settings';
import { describeSettings, isSimilarName } from '@site/shared/domain/environment';
import * as v from 'valibot';
import { writePage } from './generated-page.ts';
import { exitWith, root } from './parts.ts';

const INTRODUCTION = `# Settings

Environment variables, read once at the start. Written by \`npm run settings -w scripts\` from the schemas that parse them: change them there.

An empty variable counts as absent. An invalid setting, or a variable whose name is almost that of a setting, stops the program with status 1 and one line that says what is expected. A secret (marked *secret*) appears in no message, and may be in a file: \`<NAME>_FILE\` names it, for example \`JWT_SECRET_FILE=/run/secrets/jwt-secret\`.`;

/** Environment variables that no program in this repository reads. */
const REMARKS = `## Node and the C library

| setting | for | meaning |
|---|---|---|
| \`MALLOC_ARENA_MAX\` | provider | \`2\` with \`npm start\` and in \`deploy\`. Set it where you start the provider yourself, which otherwise grows by 200 MiB under load |
| \`NODE_EXTRA_CA_CERTS\` | both | a file with certificate authorities in addition to the system's, for a provider, object store or database with its own TLS |
| \`CHROMIUM_PATH\` | release commands, tests | the path of Chromium, if it is not found |`;

/** Imports a program's own schema by its path, because programs export nothing to other workspaces. */
const importSchema = async (file: string, name: string): Promise<Parameters<typeof describeSettings>[0]> => {
  const loaded: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href);
  return v.parse(
    v.custom<Parameters<typeof describeSettings>[0]>((schema) => typeof schema === 'object' && schema !== null && 'entries' in schema),
    loaded[name],
  );
};

const SECTIONS = [
  { title: 'Host', settings: describeSettings(await importSchema('host/src/server/env.ts', 'hostSettings')) },
  { title: 'Provider', settings: describeSettings(await importSchema('provider/src/settings/env.ts', 'providerSettings')) },
  { title: 'Object store of the releases: host, and release commands on the server', settings: describeSettings(objectStoreSettings) },
  { title: 'Release commands', settings: describeSettings(commandSettings) },
];

const toRow = ({ name, fallback, isSecret, meaning }: (typeof SECTIONS)[number]['settings'][number]): string => {
  const isText = fallback === 'none' || /[ `]/.test(fallback);
  return `| \`${name}\` | ${isText ? fallback : `\`${fallback}\``} | ${isSecret ? '*secret*: ' : ''}${meaning} |`;
};

const table = [
  INTRODUCTION,
  ...SECTIONS.map(({ title, settings }) => [`## ${title}\n`, '| setting | default | meaning |', '|---|---|---|', ...settings.map(toRow)].join('\n')),
  REMARKS,
].join('\n\n');

const names = [...new Set(SECTIONS.flatMap(({ settings }) => settings.map(({ name }) => name)))];
const similarNames = SECTIONS.flatMap(({ title, settings }) => {
  const own = settings.map(({ name }) => name);
  return names.flatMap((name) =>
    own.filter((otherName) => !own.includes(name) && isSimilarName(name, otherName)).map((otherName) => `${name} looks like ${otherName} (${title})`),
  );
});
if (similarNames.length > 0) exitWith(new Error(`A program would reject the setting of another one:\n${similarNames.join('\n')}`));

writePage({ file: 'docs/settings.md', text: `${table}\n`, command: 'settings', summary: `${names.length} settings` });
