import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { singletons } from '../src/remote/singletons.ts';
import { ReplaceModulePlugin } from './replace-module-plugin.ts';

/**
 * Name of the Trusted Types policy that all remotes use. The name is fixed, because an open page may load a remote that is newer than its
 * Content-Security-Policy.
 */
export const POLICY_NAME = 'remote';

/** Returns the prefix of a remote's runtime name and entry file name. The build's hash follows the prefix. */
export const getBuildName = (remote: string): string => `remote_${remote.replaceAll('-', '_')}`;

const remoteSingletons = () =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, { version }]) => [name, { singleton: true, version, requiredVersion: version, import: false as const }]),
  );

/** Excludes server modules from the browser build: dynamically imported `*.server.ts` and `*.server.tsx` files for feeds, calendars and fallbacks. */
export const withoutServerModules = () => new rspack.IgnorePlugin({ resourceRegExp: /\.server\.tsx?$/ });

/**
 * Shortens the federation runtime's error messages to the code, the arguments and the documentation's URL. Otherwise every visitor would load the full messages
 * twice, with the host and with the remote.
 */
export const withoutErrorTexts = () => new ReplaceModulePlugin(/[\\/]error-codes[\\/]dist[\\/]desc\.mjs$/, join(import.meta.dirname, 'no-error-texts.mjs'));

/** Builds a remote's entry. The host provides the federation runtime, and the entry loads no other remotes. */
export const exposeRoutes = (runtimeName: string) =>
  new ModuleFederationPlugin({
    name: runtimeName,
    filename: `${runtimeName}.js`,
    exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
    shared: remoteSingletons(),
    shareStrategy: 'loaded-first',
    manifest: false,
    dts: false,
    experiments: { externalRuntime: true, optimization: { disableRemote: true } },
  });
