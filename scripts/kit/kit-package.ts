import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from './entry-points.ts';

const versions = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({ dependencies: versions, devDependencies: versions });
const readPackage = (folder: string): v.InferOutput<typeof packageSchema> =>
  v.parse(packageSchema, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

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
const SERVER_PACKAGES = /^@(?:opentelemetry|fastify)\//;
/** Each remote declares React itself, in the version that the kit is tested with. */
const PEER_DEPENDENCIES = ['react', 'react-dom'];

const packages = ['.', 'shared', 'releases'].map(readPackage);
const availablePackages = Object.assign({}, ...packages.map(({ devDependencies }) => devDependencies));

export const kitDependencies: Readonly<Record<string, string>> = Object.fromEntries(
  [...packages.flatMap(({ dependencies }) => Object.entries(dependencies)), ...TOOLS.map((name) => [name, availablePackages[name]] as const)]
    .filter(([name]) => !PEER_DEPENDENCIES.includes(name) && !name.startsWith('@site/') && !SERVER_PACKAGES.test(name))
    .sort(([a], [b]) => a.localeCompare(b)),
);

const requiredVersions = Object.assign({}, ...packages.map(({ dependencies }) => dependencies));

export const kitPeers: Readonly<Record<string, string>> = Object.fromEntries(PEER_DEPENDENCIES.map((name) => [name, requiredVersions[name]]));
