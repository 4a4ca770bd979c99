import { basename, dirname, join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import type { SiteLink } from '../src/contracts/site.ts';
import { REMOTE_CONTRACT_VERSION } from '../src/remote/remote-contract.ts';
import { singletons } from '../src/remote/singletons.ts';
import { browserBuild, isDevServer, serverBuild } from './base.ts';
import { getRemoteInputs, hashBuildInputs } from './build-inputs.ts';
import { PUBLIC_PATH_PLACEHOLDER, SBOM, SERVER_BUNDLE } from './build-manifest.ts';
import { BuildManifestPlugin } from './build-manifest-plugin.ts';
import { sitePageConfig, standalonePageConfig } from './dev-server.ts';
import { exposeRoutes, getBuildName, POLICY_NAME, withoutErrorTexts, withoutServerModules } from './federation.ts';
import { SbomPlugin } from './sbom-plugin.ts';

const REMOTE_ENTRY_BUDGET_BYTES = 10 * 1024;

interface RemoteRecipe {
  readonly folder: string;
  /** Name of the remote in the registry, in kebab case. */
  readonly name: string;
  /** Paths that the remote owns, with everything below them (except below '/'). */
  readonly paths: readonly string[];
  /** True if the paths require a session; robots.txt then excludes them. */
  readonly isPrivate?: boolean;
  /** Links that the remote suggests for the Explore group in the menu and footer. They are shown once an administrator allows them. */
  readonly links?: readonly SiteLink[];
  /** Query parameters that select different pages, in addition to the parameters of all pages (docs/contracts/remote.md). */
  readonly query?: readonly string[];
  /** Version of the remote contract that the source is written for. The default is the current version. */
  readonly contract?: number;
  /** Brotli size budgets for the pages' scripts, by chunk name. Each budget includes the entry. */
  readonly pageBudgets?: Readonly<Record<string, number>>;
}

/** Number of hash digits in a runtime name. Ten digits are enough to distinguish versions. */
const INPUTS_HASH_LENGTH = 10;

/**
 * Each release has its own folder, so the hash only distinguishes files with the same name. It is short, because a page contains two dozen of these file names
 * and hashes do not compress.
 */
const ASSET_FILENAME = '[name].[contenthash:4][ext]';

/**
 * Returns the browser build and the server build of a remote. With `rspack serve`, it returns only the development page: standalone, or inside the live site at
 * the URL `DEV_SITE`. The released build needs the host's federation runtime and cannot run alone. Its runtime name contains the hash of its inputs, so that
 * chunks, styles and globals of two versions on one page never mix.
 */
export const remoteConfigs = (recipe: RemoteRecipe): Configuration[] => {
  const { folder, name, paths, isPrivate = false, links = [], query = [], contract = REMOTE_CONTRACT_VERSION, pageBudgets = {} } = recipe;
  if (isDevServer) {
    const { DEV_SITE } = process.env;
    const remote = { folder, name, paths, contract };
    return [DEV_SITE ? sitePageConfig(remote, new URL(DEV_SITE)) : standalonePageConfig(remote)];
  }
  const buildName = getBuildName(name);
  const inputs = hashBuildInputs(getRemoteInputs(folder));
  const runtimeName = `${buildName}_${inputs.slice(0, INPUTS_HASH_LENGTH)}`;
  const browser = browserBuild(folder, buildName, 'dist/browser');
  const server = serverBuild(folder, `${buildName}_server`);
  return [
    {
      ...browser,
      entry: {},
      output: {
        ...browser.output,
        assetModuleFilename: ASSET_FILENAME,
        uniqueName: runtimeName,
        publicPath: 'auto',
        trustedTypes: { policyName: POLICY_NAME },
      },
      plugins: [
        withoutServerModules(),
        withoutErrorTexts(),
        exposeRoutes(runtimeName),
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
        new BuildManifestPlugin({
          entry: new RegExp(`^${runtimeName}\\.js$`),
          entryBudgetBytes: REMOTE_ENTRY_BUDGET_BYTES,
          paths,
          isPrivate,
          contract,
          links,
          query,
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
        assetModuleFilename: ASSET_FILENAME,
      },
      externalsType: 'commonjs',
      externals: Object.keys(singletons),
      // This package list also covers the browser build, which has the same source.
      plugins: [new SbomPlugin(basename(SBOM))],
    },
  ];
};
