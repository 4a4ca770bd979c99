import { basename, join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { browserBuild, productionRouter, serverBuild } from '@site/shared/build/base';
import { BuildManifestPlugin } from '@site/shared/build/build-manifest-plugin';
import { withoutErrorTexts } from '@site/shared/build/federation';

/** The builds of what is no remote: the host with its server programs, and the provider. */

/** Where the host serves its own browser files. */
const HOST_PUBLIC_PATH = '/assets/';
/** The files of the host's script: its entry, and React's renderer, which it waits for. */
const HOST_SCRIPTS = /^(?:main|renderer)\..*\.js$/;
/** Brotli bytes of the host's own script (react, router, federation runtime and shell). With a remote's entry and the home page's budget it adds up to its 130 KB. */
const HOST_SCRIPT_BUDGET_BYTES = 112 * 1024;

/** Packages with native code are loaded from node_modules; the last three are optional speed-ups that are not installed. All others are compiled in. */
const NATIVE_PACKAGES = ['sharp', 'libsql', '@node-rs/argon2', 'pg-native', 'bufferutil', 'utf-8-validate'];

/** The prefix of the host's CSS class names, of which every page has a hundred. Those of remotes begin with `remote_`, and the provider has none. */
const HOST_CLASSES = 'h';

interface Program {
  readonly folder: string;
  readonly entry: Record<string, string>;
  /** Default: `dist/server`. */
  readonly outputFolder?: string;
  /** For programs that start often: a smaller file is loaded sooner, a larger one has readable stack traces. */
  readonly minimize?: boolean;
}

/** A Node program: one CommonJS file for each entry, with its packages: it need not look for 500 files when it starts. */
export const programConfig = ({ folder, entry, outputFolder = 'dist/server', minimize = false }: Program): Configuration => {
  const { optimization, ...server } = serverBuild(folder, `${basename(folder)}_${basename(outputFolder)}`);
  return {
    ...server,
    entry,
    output: {
      path: join(folder, outputFolder),
      clean: true,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      uniqueName: HOST_CLASSES,
      publicPath: HOST_PUBLIC_PATH,
    },
    externals: Object.fromEntries(NATIVE_PACKAGES.map((name) => [name, `commonjs ${name}`])),
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: productionRouter() },
    optimization: { ...optimization, minimize },
    // Programs of remotes remove the global.
    plugins: [new rspack.ProvidePlugin({ Buffer: ['node:buffer', 'Buffer'] })],
  };
};

/** The federation runtime reads these. */
const runtimeConstants = () => new rspack.DefinePlugin({ ENV_TARGET: JSON.stringify('web'), FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true });

/** The name of the host's build for development, in the bundler and in front of its file's hash. */
const DEVELOPMENT = 'development';

/**
 * The host's script in the development mode of React, as one file without styles: pages have those of the other build inline. It is for the pages of developers' machines, no visitor loads it
 * (docs/contracts/development.md).
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
      uniqueName: HOST_CLASSES,
      publicPath: HOST_PUBLIC_PATH,
      trustedTypes: { policyName: 'host' },
    },
    plugins: [runtimeConstants()],
  };
};

/**
 * Has Chromium compile all functions of the host's script on another thread while it arrives: React calls most of them during hydration, and each would otherwise be compiled
 * on the main thread, when it is called. The minimiser removes comments, so this comes after it.
 */
const compileHint = () =>
  new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: HOST_SCRIPTS,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/**
 * A browser finishes the compilation of a file in one task. For the whole script it takes 70 to 80 ms on a slow phone, for each half of it less than the 50 ms
 * that input may wait (docs/decisions/075-two-files-of-the-hosts-script.md).
 */
const RENDERER = { test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, name: 'renderer', chunks: 'initial', enforce: true } as const;

/** React Router's advice to developers: a kilobyte of text, which development builds have. Only the host contains the router; code of teams may use these names. */
const ROUTER_ADVICE = ['warning', 'warningOnce'];

/** The host: its browser script, which includes the singletons and the federation runtime without the plugin's loading code, and its server programs. */
export const hostConfigs = (folder: string, programs: Record<string, string>, remotePrograms: Record<string, string>): Configuration[] => {
  const browser = browserBuild(folder, 'host', 'dist/browser', ROUTER_ADVICE);
  const splitChunks = browser.optimization?.splitChunks || {};
  return [
    developmentScript(folder),
    {
      ...browser,
      entry: { main: './src/main.tsx', fonts: '@site/shared/styles/fonts.css' },
      output: { ...browser.output, uniqueName: HOST_CLASSES, publicPath: HOST_PUBLIC_PATH },
      dependencies: [DEVELOPMENT],
      optimization: {
        ...browser.optimization,
        splitChunks: { ...splitChunks, cacheGroups: { ...splitChunks.cacheGroups, renderer: RENDERER } },
      },
      plugins: [
        new rspack.NormalModuleReplacementPlugin(/plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, join(folder, 'src/federation/without-snapshots.ts')),
        new rspack.NormalModuleReplacementPlugin(/[\\/]utils[\\/]preload\.js$/, join(folder, 'src/federation/without-preloading.ts')),
        new rspack.NormalModuleReplacementPlugin(/[\\/]semver[\\/]index\.js$/, join(folder, 'src/federation/without-version-ranges.ts')),
        withoutErrorTexts(),
        runtimeConstants(),
        new rspack.CopyRspackPlugin({ patterns: [{ from: join(folder, 'dist', DEVELOPMENT), info: { minimized: true } }] }),
        compileHint(),
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
        new BuildManifestPlugin({ entry: /^main\..*\.js$/, entryBudgetBytes: HOST_SCRIPT_BUDGET_BYTES, paths: [] }),
      ],
    },
    programConfig({ folder, entry: programs }),
    programConfig({ folder, entry: remotePrograms, outputFolder: 'dist/remote-process', minimize: true }),
  ];
};
