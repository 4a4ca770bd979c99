import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from './entry-points.ts';

const versions = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({ dependencies: versions, devDependencies: versions });
const readPackage = (folder: string): v.InferOutput<typeof packageSchema> =>
  v.parse(packageSchema, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

/** Tools of the repository that remotes need too: they compile, build, test and serve a remote. */
const TOOLS = [
  '@module-federation/enhanced',
  '@rspack/cli',
  '@rspack/core',
  '@rspack/dev-server',
  '@rspack/plugin-react-refresh',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'jest-runtime',
  'react-refresh',
  'typescript',
];
/** Parts of `shared` that only the site's servers use. */
const SERVER_PACKAGES = /^@(?:opentelemetry|fastify)\//;
/** Each remote declares React itself, in the version that the kit is tested with. */
const PEERS = ['react', 'react-dom'];

const packages = ['.', 'shared', 'releases'].map(readPackage);
const available = Object.assign({}, ...packages.map(({ devDependencies }) => devDependencies));

/** Packages with exact versions that the kit depends on, for its own code and for the tools. */
export const kitDependencies: Readonly<Record<string, string>> = Object.fromEntries(
  [...packages.flatMap(({ dependencies }) => Object.entries(dependencies)), ...TOOLS.map((name) => [name, available[name]] as const)]
    .filter(([name]) => !PEERS.includes(name) && !name.startsWith('@site/') && !SERVER_PACKAGES.test(name))
    .sort(([one], [other]) => one.localeCompare(other)),
);

const required = Object.assign({}, ...packages.map(({ dependencies }) => dependencies));

/** Packages with exact versions that a remote declares itself. */
export const kitPeers: Readonly<Record<string, string>> = Object.fromEntries(PEERS.map((name) => [name, required[name]]));
