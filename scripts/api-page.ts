/**
 * `npm run api -w scripts`: writes docs/contracts/api.md from the provider's OpenAPI document. `-- --check`, part of `npm run check`, writes nothing and exits
 * with status 1 if the page does not match the document. Text that is too long for a paragraph or a table is an error.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { writePage } from './generated-page.ts';
import { exitWith, root } from './parts.ts';

const CELL_CHARACTERS = 300;
const PARAGRAPH_WORDS = 80;

const INTRODUCTION = `# The provider's API

Written by \`npm run api -w scripts\` from the provider's OpenAPI 3.1 document, which a running provider serves at \`/api/openapi.json\`. The document also has the schemas and statuses of each call. Calls are rows of the endpoint table (\`shared/src/contracts\`); texts are in \`provider/src/http/api-texts\`.

General rules come first, then calls by topic, [parameters](#parameters) and [fields of bodies](#fields). See also [the format of exports](content-archive.md), [image sizes](../own-repository.md#images) and [operations](operations.md).`;

interface Body {
  readonly properties?: Readonly<Record<string, { readonly description?: string | undefined }>> | undefined;
  readonly oneOf?: readonly Body[] | undefined;
  readonly allOf?: readonly Body[] | undefined;
}
const bodySchema: v.GenericSchema<unknown, Body> = v.object({
  properties: v.optional(v.record(v.string(), v.object({ description: v.optional(v.string()) }))),
  oneOf: v.optional(v.array(v.lazy(() => bodySchema))),
  allOf: v.optional(v.array(v.lazy(() => bodySchema))),
});
const textSchema = v.object({ name: v.string(), description: v.optional(v.string(), '') });
const operationSchema = v.optional(
  v.object({
    tags: v.tuple([v.string()]),
    summary: v.string(),
    description: v.string(),
    parameters: v.optional(v.array(textSchema), []),
    requestBody: v.optional(v.object({ content: v.record(v.string(), v.object({ schema: bodySchema })) })),
  }),
);
const documentSchema = v.object({
  info: v.object({ description: v.string() }),
  tags: v.array(textSchema),
  paths: v.record(v.string(), v.object({ get: operationSchema, post: operationSchema, put: operationSchema, delete: operationSchema })),
});

/** The provider's module is loaded by path, because programs export nothing to other workspaces. */
const { createOpenApi }: { readonly createOpenApi: () => unknown } = await import(pathToFileURL(join(root, 'provider/src/http/openapi.ts')).href);
const { info, tags, paths } = v.parse(documentSchema, createOpenApi());

const listFields = ({ properties = {}, oneOf = [], allOf = [] }: Body): v.InferOutput<typeof textSchema>[] => [
  ...Object.entries(properties).map(([name, { description = '' }]) => ({ name, description })),
  ...[...oneOf, ...allOf].flatMap(listFields),
];

const operations = Object.entries(paths)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (operation === undefined) return [];
      const [access = '', rules = ''] = operation.description.split('\n\n');
      const fields = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => listFields(schema));
      return [{ ...operation, path, call: `\`${method.toUpperCase()} ${path}\``, access: access.replace(/^Access: |\.$/g, ''), rules, fields }];
    }),
  );

const toRow = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const toTable = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [toRow(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(toRow)].join('\n');

const toTopic = ({ name, description }: (typeof tags)[number]): string => {
  const rows = operations.filter(({ tags: [tag] }) => tag === name);
  return [
    `## ${name}`,
    description,
    toTable(
      ['method and path', 'access', 'what it does'],
      rows.map(({ call, access, summary }) => [call, access, summary]),
    ),
    ...rows.flatMap(({ call, rules }) => (rules === '' ? [] : [`### ${call}`, rules])),
  ].join('\n\n');
};

/** Lists the described names, each with the paths to which its description applies. */
const toMeanings = (texts: readonly (v.InferOutput<typeof textSchema> & { readonly path: string })[]): string[][] => {
  const rows = new Map<string, { readonly name: string; readonly description: string; readonly paths: Set<string> }>();
  for (const { name, description, path } of texts) {
    if (description === '') continue;
    const key = `${name} ${description}`;
    rows.set(key, { name, description, paths: (rows.get(key)?.paths ?? new Set()).add(path) });
  }
  return [...rows.values()]
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map((row) => {
      const listed = [...row.paths].map((path) => `\`${path}\``).join(', ');
      return [`\`${row.name}\``, listed.length > CELL_CHARACTERS ? `${row.paths.size} calls` : listed, row.description.replace(/\.$/, '')];
    });
};

const toShortPath = (path: string): string => path.replace('/api', '');
const parameters = toMeanings(operations.flatMap(({ path, parameters: texts }) => texts.map((text) => ({ ...text, path: toShortPath(path) }))));
// The calls that create an item and those that change it have the same fields.
const fields = toMeanings(operations.flatMap(({ path, fields: texts }) => texts.map((text) => ({ ...text, path: toShortPath(path).replace(/\/\{.*/, '') }))));

const decisions = readdirSync(join(root, 'docs/decisions'));
const linkDecision = (text: string, number: string): string => {
  const file = decisions.find((name) => name.startsWith(number));
  return file === undefined ? exitWith(new Error(`There is no ${text}.`)) : `[${text}](../decisions/${file})`;
};

const page = [
  INTRODUCTION,
  info.description,
  ...tags.map(toTopic),
  `## Parameters\n\nPaths are below \`/api\`.\n\n${toTable(['parameter', 'calls', 'meaning'], parameters)}`,
  `## Fields\n\nFields of request bodies whose names do not say everything.\n\n${toTable(['field', 'calls', 'meaning'], fields)}`,
]
  .join('\n\n')
  .replace(/\bdecision (\d{3})\b/g, linkDecision);

const longTexts = page
  .split('\n')
  .filter((line) =>
    line.startsWith('|') ? line.split(/(?<!\\)\|/).some((cell) => cell.trim().length > CELL_CHARACTERS) : line.split(/\s+/).length > PARAGRAPH_WORDS,
  );
if (longTexts.length > 0) exitWith(new Error(`docs/contracts/api.md would have texts that are too long:\n${longTexts.join('\n')}`));

writePage({ file: 'docs/contracts/api.md', text: `${page}\n`, command: 'api', summary: `${operations.length} operations` });
