import { basename, join } from 'node:path';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { browserBuild, productionRouter, serverBuild } from '@site/shared/build/base';
import { BuildManifestPlugin } from '@site/shared/build/build-manifest-plugin';
import { withoutErrorTexts } from '@site/shared/build/federation';
import { ReplaceModulePlugin } from '@site/shared/build/replace-module-plugin';

/** Creates the build configurations of the provider and the host, including the host's server programs. */

/** URL path below which the host serves its own browser files. */
const HOST_PUBLIC_PATH = '/assets/';
/** Names of the files of the host's script: the entry, and React's renderer, which the entry waits for. */
const HOST_SCRIPTS = /^(?:main|renderer)\..*\.js$/;
/**
 * Maximum Brotli size of the host's own script (React, router, federation runtime and shell). With a remote's entry and the home page's own budget, the total
 * is 130 KB.
 */
const HOST_SCRIPT_BUDGET_BYTES = 112 * 1024;

/** Packages with native code, which the bundles load from node_modules. The last three are optional speed-ups that are not installed. */
const NATIVE_PACKAGES = ['sharp', 'libsql', '@node-rs/argon2', 'pg-native', 'bufferutil', 'utf-8-validate'];

/**
 * Prefix of the host's CSS class names. It is short, because every page contains about a hundred of these names. Class names of remotes begin with `remote_`,
 * and the provider has none.
 */
const HOST_CLASS_PREFIX = 'h';

/** Lets a program import a script or stylesheet for its pages as text: `import script from './start.inline.ts?inline'`. */
const INLINE_TEXT: RuleSetRule = { resourceQuery: /^\?inline$/, loader: join(import.meta.dirname, 'host/build/inline-text.cjs'), type: 'javascript/auto' };

interface Program {
  readonly folder: string;
  readonly entry: Record<string, string>;
  /** Default: `dist/server`. */
  readonly outputFolder?: string;
  /** True for programs that start often, because smaller files load faster. Other programs keep readable stack traces. */
  readonly minimize?: boolean;
}

/** Builds a Node program as one CommonJS file per entry, including its packages, so that it does not have to find 500 files at startup. */
export const createProgramConfig = ({ folder, entry, outputFolder = 'dist/server', minimize = false }: Program): Configuration => {
  const { optimization, ...server } = serverBuild(folder, `${basename(folder)}_${basename(outputFolder)}`);
  return {
    ...server,
    entry,
    module: { ...server.module, rules: [...(server.module?.rules ?? []), INLINE_TEXT] },
    output: {
      path: join(folder, outputFolder),
      clean: true,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      uniqueName: HOST_CLASS_PREFIX,
      publicPath: HOST_PUBLIC_PATH,
    },
    externals: Object.fromEntries(NATIVE_PACKAGES.map((name) => [name, `commonjs ${name}`])),
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: productionRouter() },
    optimization: { ...optimization, minimize },
    // Import `Buffer` explicitly, because the programs of remotes remove the global variable.
    plugins: [new rspack.ProvidePlugin({ Buffer: ['node:buffer', 'Buffer'] })],
  };
};

/** Defines the constants that the federation runtime reads. */
const runtimeConstants = () => new rspack.DefinePlugin({ ENV_TARGET: JSON.stringify('web'), FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true });

/** Name of the host's development build in the bundler, and prefix of its file name. */
const DEVELOPMENT = 'development';

/**
 * Builds the host's script with React in development mode, as one file without styles, because pages contain the styles of the production build. Only
 * developers' machines load this script (docs/contracts/development.md).
 */
const developmentScript = (folder: string): Configuration => {
  const program = serverBuild(folder, DEVELOPMENT);
  return {
    ...program,
    mode: 'development',
    devtool: false,
    target: ['web', 'es2022'],
    entry: { [DEVELOPMENT]: './src/development.ts' },
    output: {
      path: join(folder, 'dist', DEVELOPMENT),
      clean: true,
      filename: '[name].[contenthash].js',
      uniqueName: HOST_CLASS_PREFIX,
      publicPath: HOST_PUBLIC_PATH,
      trustedTypes: { policyName: 'host' },
    },
    plugins: [runtimeConstants()],
  };
};

/**
 * Makes Chromium compile all functions of the host's script on another thread while the script loads, instead of on the main thread during hydration. Runs
 * after the minimiser, which removes comments.
 */
const compileHint = () =>
  new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: HOST_SCRIPTS,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/**
 * Splits the host's script into two files, because a browser compiles each file in one task. On a slow phone, compiling the whole script would take 70 to 80
 * ms, but each half takes less than the 50 ms that input may wait (docs/decisions/075-two-files-of-the-hosts-script.md).
 */
const RENDERER = { test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, name: 'renderer', chunks: 'initial', enforce: true } as const;

/**
 * Functions that log React Router's advice to developers: a kilobyte of text that only development builds need. Only the host drops these calls, because
 * remotes may use the same names.
 */
const ROUTER_ADVICE = ['warning', 'warningOnce'];

/**
 * Returns the builds of the host: its server programs, and its browser script. The script includes the singletons, and the federation runtime without the
 * plugin's loading code.
 */
export const hostConfigs = (folder: string, programs: Record<string, string>, remotePrograms: Record<string, string>): Configuration[] => {
  const browser = browserBuild(folder, 'host', 'dist/browser', ROUTER_ADVICE);
  const splitChunks = browser.optimization?.splitChunks || {};
  return [
    developmentScript(folder),
    {
      ...browser,
      entry: { main: './src/main.tsx', fonts: '@site/shared/styles/fonts.css' },
      output: { ...browser.output, uniqueName: HOST_CLASS_PREFIX, publicPath: HOST_PUBLIC_PATH },
      dependencies: [DEVELOPMENT],
      optimization: {
        ...browser.optimization,
        splitChunks: { ...splitChunks, cacheGroups: { ...splitChunks.cacheGroups, renderer: RENDERER } },
      },
      plugins: [
        new ReplaceModulePlugin(/plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, join(folder, 'src/federation/without-snapshots.ts')),
        new ReplaceModulePlugin(/[\\/]utils[\\/]preload\.js$/, join(folder, 'src/federation/without-preloading.ts')),
        new ReplaceModulePlugin(/[\\/]semver[\\/]index\.js$/, join(folder, 'src/federation/without-version-ranges.ts')),
        withoutErrorTexts(),
        runtimeConstants(),
        new rspack.CopyRspackPlugin({ patterns: [{ from: join(folder, 'dist', DEVELOPMENT), info: { minimized: true } }] }),
        compileHint(),
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
        new BuildManifestPlugin({ entry: /^main\..*\.js$/, entryBudgetBytes: HOST_SCRIPT_BUDGET_BYTES, paths: [] }),
      ],
    },
    createProgramConfig({ folder, entry: programs }),
    createProgramConfig({ folder, entry: remotePrograms, outputFolder: 'dist/remote-process', minimize: true }),
  ];
};
