import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';

export const root = resolve(import.meta.dirname, '../..');

const readJson = <Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> =>
  v.parse(schema, JSON.parse(readFileSync(join(root, file), 'utf8')));

/** The modules of `@site/shared` that a remote may import, without the package's name. The kit exports them. */
export const publicEntryPoints: readonly string[] = readJson('shared/public-surface.json', v.array(v.string()));

const target = v.union([v.string(), v.object({ types: v.string() })]);
const sharedPackage = readJson('shared/package.json', v.object({ version: v.string(), exports: v.record(v.string(), target) }));

export const kitVersion = sharedPackage.version;

export const resolveEntryPoint = (entryPoint: string): string => {
  const { exports } = sharedPackage;
  const [folder = ''] = entryPoint.split('/');
  const found = exports[`./${entryPoint}`] ?? exports[`./${folder}/*`];
  const pattern = typeof found === 'string' ? found : found?.types;
  const file = pattern === undefined ? undefined : join('shared', pattern.replace('*', entryPoint.slice(folder.length + 1)));
  if (file === undefined || !existsSync(join(root, file))) throw new Error(`@site/shared has no entry point "${entryPoint}".`);
  return file;
};
