import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';
import { hashBuildInputs } from '@site/releases/build-inputs';
import { BuildManifestPlugin } from '@site/releases/build-manifest-plugin';
import { PUBLIC_PATH_PLACEHOLDER, SERVER_BUNDLE } from '@site/releases/manifest';
import { REMOTE_CONTRACT_VERSION } from '@site/shared/remote/remote-contract';
import { singletons } from '@site/shared/remote/singletons';

/**
 * The shared build configuration. Every part has a browser build and a server build of the same source:
 * the browser's is split and federated, the server's is one CommonJS file that the host evaluates with its own React.
 */

/** Where the host serves its own browser files. */
const HOST_PUBLIC_PATH = '/assets/';
/** The host decides when a file is late, by the speed of the page (host/src/federation/load-budget.ts); this is longer than it ever waits. */
const CHUNK_TIMEOUT_MS = 120_000;

/** Brotli bytes of a remote's federation entry, and of the host's own script (react, router, federation runtime and shell). With the home page's budget they add up to its 130 KB. */
const REMOTE_ENTRY_BUDGET_BYTES = 10 * 1024;
const HOST_SCRIPT_BUDGET_BYTES = 111 * 1024;

/** Oldest browsers that styles are written for; older ones get the plain page. */
const BROWSERS = ['chrome >= 90', 'edge >= 90', 'firefox >= 90', 'safari >= 14.1', 'ios_saf >= 14.5', 'opera >= 76', 'samsung >= 15'];

const isProduction = process.env.NODE_ENV !== 'development';

const remoteSingletons = () =>
  Object.fromEntries(
    Object.entries(singletons).map(([name, { version }]) => [name, { singleton: true, version, requiredVersion: version, import: false as const }]),
  );

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => dirname(require.resolve(name));

/** The router's own `import` condition names its development build. */
const productionRouter = (): Record<string, string> => {
  const router = join(packageFolder('react-router'), '../production');
  return isProduction ? { 'react-router$': join(router, 'index.mjs'), 'react-router/dom$': join(router, 'dom-export.mjs') } : {};
};

/**
 * The federation plugin names two of its modules by the path of their CommonJS file, which cannot be tree-shaken and brings a second copy of the runtime.
 * Pointing those paths at the ES modules beside them takes a remote's entry from 21 KB to 8 KB and the host's script down by 21 KB (brotli).
 * Depends on file names of @module-federation 2.9.2; the budgets guard it.
 */
const browserAliases = (): Record<string, string> => {
  const esModule = (name: string) => ({ [`${packageFolder(name)}/index.cjs$`]: `${packageFolder(name)}/index.js` });
  return {
    ...esModule('@module-federation/webpack-bundler-runtime'),
    ...esModule('@module-federation/runtime'),
    '@module-federation/runtime$': `${packageFolder('@module-federation/runtime')}/index.js`,
    ...productionRouter(),
  };
};

const sourceRules = (target: 'browser' | 'server'): RuleSetRule[] => [
  { test: /@module-federation[\\/]/, sideEffects: false },
  {
    test: /[\\/]shared[\\/]src[\\/](?:contracts|domain)[\\/].*\.ts$/,
    enforce: 'pre',
    loader: join(import.meta.dirname, 'releases/src/pure-contracts-loader.cjs'),
  },
  {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: !isProduction } },
        target: 'es2022',
      },
    },
    type: 'javascript/auto',
  },
  {
    test: /\.css$/,
    type: 'css/auto',
    parser: { namedExports: false },
    generator: { localIdentName: '[uniqueName]-[local]-[hash]', exportsOnly: target === 'server' },
  },
  { test: /\.(svg|png|jpg|webp|avif|woff2)$/, type: 'asset/resource', generator: { emit: target === 'browser' } },
];

const common = (folder: string, name: string): Configuration => ({
  name,
  mode: isProduction ? 'production' : 'development',
  context: folder,
  devtool: isProduction ? false : 'source-map',
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
  performance: false,
  stats: 'errors-warnings',
});

/** The browser build of a part, without its entry and plugins. */
export const browserBuild = (folder: string, name: string, outputFolder: string): Configuration => ({
  ...common(folder, name),
  target: ['web', 'es2022'],
  module: { rules: sourceRules('browser') },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: browserAliases() },
  output: {
    path: join(folder, outputFolder),
    clean: true,
    filename: '[name].[contenthash].js',
    chunkFilename: '[name].[contenthash].js',
    cssFilename: '[name].[contenthash].css',
    cssChunkFilename: '[name].[contenthash].css',
    assetModuleFilename: '[name].[contenthash][ext]',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    trustedTypes: { policyName: name },
  },
  optimization: {
    chunkIds: 'named',
    // Identifiers of federation modules contain the folder of the checkout; by their order, the same sources result in the same bytes in every folder.
    // A dev server rebuilds while a page is open, which must find its modules again.
    moduleIds: isProduction ? 'natural' : 'named',
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        extractComments: false,
        minimizerOptions: { ecma: 2020, compress: { passes: 3 }, mangle: true, format: { comments: false } },
      }),
      // Without targets the minimiser rewrites every logical property for browsers of 2019, at three times the bytes.
      new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
    ],
    splitChunks: {
      chunks: 'async',
      cacheGroups: {
        // A page is one file and what it shares with its remote's routes: on a slow network each further request costs more than a repeated kilobyte.
        default: false,
        defaultVendors: false,
        // One file for the shared components' styles: loaded twice on a client navigation, they would come after a page's own rules and win.
        // Only a few pages have forms or long text, and they include those styles.
        ui: { test: /[\\/]shared[\\/]src[\\/]ui[\\/](?!field|error-summary|rich-text)/, type: /^css/, name: 'ui', chunks: 'async', enforce: true },
      },
    },
  },
});

const serverBuild = (folder: string, name: string): Configuration => ({
  ...common(folder, name),
  target: 'node20',
  module: { rules: sourceRules('server'), parser: { javascript: { dynamicImportMode: 'eager' } } },
  optimization: { splitChunks: false, minimize: false },
});

interface RemoteRecipe {
  /** Folder of the workspace (`import.meta.dirname`). */
  readonly folder: string;
  /** Name of the remote in the registry, in kebab case. */
  readonly name: string;
  /** Paths that the remote owns, including everything below them, except for '/'. */
  readonly paths: readonly string[];
  /** True if the paths require a session; robots.txt then excludes them. */
  readonly isPrivate?: boolean;
  /** The version of the remote contract that its source is written for, until it has been moved to the current one. */
  readonly contract?: number;
  /** Size budgets of the pages' scripts, including the entry, by chunk name (brotli bytes). */
  readonly pageBudgets?: Readonly<Record<string, number>>;
}

/** Modules that write feeds and calendars (`*.server.ts`, behind an `import()`) are part of the server's bundle only. */
const withoutServerModules = () => new rspack.IgnorePlugin({ resourceRegExp: /\.server\.ts$/ });

/** The dev server of a single remote, without the host: it bundles React, and proxies to the provider on its default port. */
const devPageConfig = (folder: string, name: string): Configuration => {
  const browser = browserBuild(folder, name, 'dist/dev');
  const provider = process.env.PROVIDER_URL ?? 'http://127.0.0.1:4000';
  return {
    ...browser,
    entry: './src/main.tsx',
    output: { path: join(folder, 'dist/dev'), uniqueName: name, publicPath: '/' },
    plugins: [withoutServerModules(), new rspack.HtmlRspackPlugin({ title: name })],
    devServer: { port: 'auto', historyApiFallback: true, proxy: [{ context: ['/api', '/img'], target: provider }] },
  };
};

/** The part of a runtime name that differs between versions: enough digits of the hash of the build's inputs. */
const INPUTS_DIGITS = 10;

/**
 * Browser and server build of one remote; with `rspack serve`, only its development page. The released build needs the host's federation runtime and cannot run alone.
 * Its runtime name contains the hash of its inputs: chunks, styles and globals of two versions in one page never mix. The Trusted Types policy is the remote's:
 * an open page may load a version that is newer than its Content-Security-Policy.
 */
export const remoteConfigs = ({
  folder,
  name,
  paths,
  isPrivate = false,
  contract = REMOTE_CONTRACT_VERSION,
  pageBudgets = {},
}: RemoteRecipe): Configuration[] => {
  const policyName = `remote_${name.replaceAll('-', '_')}`;
  if (process.argv.includes('serve')) return [devPageConfig(folder, policyName)];
  const inputs = hashBuildInputs(dirname(folder), basename(folder));
  const runtimeName = `${policyName}_${inputs.slice(0, INPUTS_DIGITS)}`;
  const browser = browserBuild(folder, policyName, 'dist/browser');
  const server = serverBuild(folder, `${policyName}_server`);
  return [
    {
      ...browser,
      entry: {},
      output: { ...browser.output, uniqueName: runtimeName, publicPath: 'auto' },
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
    },
  ];
};

/** Installed packages are external to server programs; the TypeScript of workspaces is compiled in. */
const installedPackages: NonNullable<Configuration['externals']> = ({ request }, callback) => {
  const isPackage = request !== undefined && /^(?:@[^/]+\/)?[a-z]/.test(request) && !request.startsWith('@site/');
  if (isPackage) callback(undefined, `commonjs ${request}`);
  else callback();
};

/** A Node program: one CommonJS file for each entry. `uniqueName` is the prefix of its CSS class names. */
export const programConfig = (folder: string, uniqueName: string, entry: Record<string, string>): Configuration => {
  const server = serverBuild(folder, `${uniqueName}_program`);
  return {
    ...server,
    entry,
    output: {
      path: join(folder, 'dist/server'),
      clean: true,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      uniqueName,
      publicPath: HOST_PUBLIC_PATH,
    },
    externals: installedPackages,
  };
};

/** A Node program that needs no file beside its own: packages are compiled in, React and the router in their production builds. */
const selfContainedConfig = (folder: string, name: string, entry: Record<string, string>): Configuration => {
  const { optimization, ...program } = programConfig(folder, name, entry);
  return {
    ...program,
    name: `${name}_self_contained`,
    externals: [],
    output: { ...program.output, path: join(folder, 'dist/remote-process') },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: productionRouter() },
    optimization: { ...optimization, minimize: true },
    // The program's own: it removes the global.
    plugins: [new rspack.ProvidePlugin({ Buffer: ['node:buffer', 'Buffer'] })],
  };
};

/** The host: its browser script, which includes the singletons and the federation runtime without the plugin's loading code, and its server programs. */
export const hostConfigs = (folder: string, programs: Record<string, string>, selfContained: Record<string, string>): Configuration[] => {
  const browser = browserBuild(folder, 'host', 'dist/browser');
  return [
    {
      ...browser,
      entry: { main: './src/main.tsx' },
      output: { ...browser.output, uniqueName: 'host', publicPath: HOST_PUBLIC_PATH },
      plugins: [
        new rspack.NormalModuleReplacementPlugin(/plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, join(folder, 'src/federation/without-snapshots.ts')),
        new rspack.NormalModuleReplacementPlugin(/[\\/]utils[\\/]preload\.js$/, join(folder, 'src/federation/without-preloading.ts')),
        new rspack.DefinePlugin({ ENV_TARGET: JSON.stringify('web'), FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true }),
        new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
        new BuildManifestPlugin({ entry: /^main\..*\.js$/, entryBudgetBytes: HOST_SCRIPT_BUDGET_BYTES, paths: [] }),
      ],
    },
    programConfig(folder, 'host', programs),
    selfContainedConfig(folder, 'host', selfContained),
  ];
};
