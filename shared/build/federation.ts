import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { singletons } from '../src/remote/singletons.ts';

/** The Trusted Types policy of all remotes: an open page may load a remote that is newer than its Content-Security-Policy. */
export const POLICY_NAME = 'remote';

/** Prefix of the hash in the runtime name of a remote's build, and in its entry's file name. */
export const getBuildName = (remote: string): string => `remote_${remote.replaceAll('-', '_')}`;

const remoteSingletons = () =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, { version }]) => [name, { singleton: true, version, requiredVersion: version, import: false as const }]),
  );

/**
 * Modules that only the server runs (`*.server.ts` and `*.server.tsx`, behind an `import()`: feeds, calendars, fallbacks) are only part of the server's bundle.
 */
export const withoutServerModules = () => new rspack.IgnorePlugin({ resourceRegExp: /\.server\.tsx?$/ });

/**
 * Keeps only the code, the arguments and the documentation's URL in the federation runtime's errors: every visitor would load the sentences, in host and
 * remote.
 */
export const withoutErrorTexts = () =>
  new rspack.NormalModuleReplacementPlugin(/[\\/]error-codes[\\/]dist[\\/]desc\.mjs$/, join(import.meta.dirname, 'no-error-texts.mjs'));

/** Container of a remote: its routes, for the host's federation runtime. */
export const exposeRoutes = (runtimeName: string) =>
  new ModuleFederationPlugin({
    name: runtimeName,
    filename: `${runtimeName}.js`,
    exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
    shared: remoteSingletons(),
    shareStrategy: 'loaded-first',
    manifest: false,
    dts: false,
    experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });
