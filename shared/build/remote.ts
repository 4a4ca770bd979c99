import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import type { SiteLink } from '../src/contracts/site.ts';
import { REMOTE_CONTRACT_VERSION } from '../src/remote/remote-contract.ts';
import { singletons } from '../src/remote/singletons.ts';
import { respondWithSamples } from '../src/testing/sample-server.ts';
import { browserBuild, serverBuild } from './base.ts';
import { getRemoteInputs, hashBuildInputs } from './build-inputs.ts';
import { PUBLIC_PATH_PLACEHOLDER, SBOM, SERVER_BUNDLE } from './build-manifest.ts';
import { BuildManifestPlugin } from './build-manifest-plugin.ts';
import { SbomPlugin } from './sbom-plugin.ts';

/** Brotli bytes of a remote's federation entry. */
const REMOTE_ENTRY_BUDGET_BYTES = 10 * 1024;

const remoteSingletons = () =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, { version }]) => [name, { singleton: true, version, requiredVersion: version, import: false as const }]),
  );

interface RemoteRecipe {
  /** Folder of the workspace (`import.meta.dirname`). */
  readonly folder: string;
  /** Name of the remote in the registry, in kebab case. */
  readonly name: string;
  /** Paths that the remote owns, including everything below them, except for '/'. */
  readonly paths: readonly string[];
  /** True if the paths require a session; robots.txt then excludes them. */
  readonly isPrivate?: boolean;
  /** Links to its pages that the remote would like in the Explore group of menu and footer. They are shown once an administrator allows it. */
  readonly links?: readonly SiteLink[];
  /** The version of the remote contract that its source is written for, until it has been moved to the current one. */
  readonly contract?: number;
  /** Size budgets of the pages' scripts, including the entry, by chunk name (brotli bytes). */
  readonly pageBudgets?: Readonly<Record<string, number>>;
}

/** Modules that write feeds and calendars (`*.server.ts`, behind an `import()`) are part of the server's bundle only. */
const withoutServerModules = () => new rspack.IgnorePlugin({ resourceRegExp: /\.server\.ts$/ });

/** Content for a remote that runs alone: that of the gate's sample provider, or of the provider at `PROVIDER_URL`. */
const getDevServices = (): Configuration['devServer'] => {
  const { PROVIDER_URL } = process.env;
  if (PROVIDER_URL) return { proxy: [{ context: ['/api', '/img'], target: PROVIDER_URL }] };
  return {
    setupMiddlewares: (middlewares) => [
      {
        name: 'sample-provider',
        middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
          if (!respondWithSamples(request, response)) next();
        },
      },
      ...middlewares,
    ],
  };
};

/** The dev server of a single remote, without the host: it bundles React. */
const devPageConfig = (folder: string, name: string): Configuration => {
  const browser = browserBuild(folder, name, 'dist/dev');
  return {
    ...browser,
    entry: './src/main.tsx',
    output: { path: join(folder, 'dist/dev'), uniqueName: name, publicPath: '/' },
    plugins: [withoutServerModules(), new rspack.HtmlRspackPlugin({ title: name })],
    devServer: { port: 'auto', historyApiFallback: true, ...getDevServices() },
  };
};

/** The Trusted Types policy of all remotes: an open page may load a remote that is newer than its Content-Security-Policy. */
const POLICY_NAME = 'remote';

/** The part of a runtime name that differs between versions: enough digits of the hash of the build's inputs. */
const INPUTS_DIGITS = 10;

/**
 * Browser and server build of one remote; with `rspack serve`, only its development page. The released build needs the host's federation runtime and cannot run alone.
 * Its runtime name contains the hash of its inputs: chunks, styles and globals of two versions in one page never mix.
 */
export const remoteConfigs = (recipe: RemoteRecipe): Configuration[] => {
  const { folder, name, paths, isPrivate = false, links = [], contract = REMOTE_CONTRACT_VERSION, pageBudgets = {} } = recipe;
  const buildName = `remote_${name.replaceAll('-', '_')}`;
  if (process.argv.includes('serve')) return [devPageConfig(folder, buildName)];
  const inputs = hashBuildInputs(getRemoteInputs(folder));
  const runtimeName = `${buildName}_${inputs.slice(0, INPUTS_DIGITS)}`;
  const browser = browserBuild(folder, buildName, 'dist/browser');
  const server = serverBuild(folder, `${buildName}_server`);
  return [
    {
      ...browser,
      entry: {},
      output: { ...browser.output, uniqueName: runtimeName, publicPath: 'auto', trustedTypes: { policyName: POLICY_NAME } },
      plugins: [
        withoutServerModules(),
        new ModuleFederationPlugin({
          name: runtimeName,
          filename: `${runtimeName}.js`,
          exposes: { './routes': './src/routes.tsx' },
          shared: remoteSingletons(),
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
        }),
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
        new BuildManifestPlugin({
          entry: new RegExp(`^${runtimeName}\\.js$`),
          entryBudgetBytes: REMOTE_ENTRY_BUDGET_BYTES,
          paths,
          isPrivate,
          contract,
          links,
          pageBudgets,
          runtimeName,
          inputs,
        }),
      ],
    },
    {
      ...server,
      entry: { routes: './src/routes.tsx' },
      output: {
        path: join(folder, 'dist', dirname(SERVER_BUNDLE)),
        clean: true,
        filename: basename(SERVER_BUNDLE),
        library: { type: 'commonjs2' },
        uniqueName: runtimeName,
        publicPath: PUBLIC_PATH_PLACEHOLDER,
        assetModuleFilename: '[name].[contenthash][ext]',
      },
      externalsType: 'commonjs',
      externals: Object.keys(singletons),
      // The browser's build is made of the same source.
      plugins: [new SbomPlugin(basename(SBOM))],
    },
  ];
};
