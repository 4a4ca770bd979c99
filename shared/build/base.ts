import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Configuration, type RuleSetRule, rspack } from '@rspack/core';

/**
 * Build configuration shared by the host and all remotes. Each has two builds of the same source: a federated browser build split into chunks, and a server
 * build in a single CommonJS file.
 */

/**
 * Time limit for loading a chunk. It exceeds all of the host's own time limits, which depend on the page's loading speed (host/src/federation/load-budget.ts).
 */
const CHUNK_TIMEOUT_MS = 120_000;

/** Oldest supported browsers (checked by scripts/promised-browsers.ts). Older browsers get the plain page. */
export const BROWSERS = ['chrome >= 90', 'edge >= 90', 'firefox >= 90', 'safari >= 14.1', 'ios_saf >= 14.5', 'opera >= 76', 'samsung >= 15'];

const isProduction = process.env.NODE_ENV !== 'development';

export const isDevServer = process.argv.includes('serve');

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => dirname(require.resolve(name));

/** Aliases that select the router's production build, because the package's `import` condition selects its development build. */
export const productionRouter = (): Record<string, string> => {
  const router = join(packageFolder('react-router'), '../production');
  return isProduction ? { 'react-router$': join(router, 'index.mjs'), 'react-router/dom$': join(router, 'dom-export.mjs') } : {};
};

/**
 * Aliases that replace two CommonJS entries of the federation plugin, which cannot be tree-shaken and add a second copy of the runtime. Using the packages'
 * bundler exports of the same modules reduces a remote's entry by 5 KB (brotli; docs/decisions/090-federation-runtime-without-unused-parts.md).
 */
const browserAliases = (): Record<string, string> => ({
  ...Object.fromEntries(
    ['@module-federation/webpack-bundler-runtime', '@module-federation/runtime'].map((name) => [
      `${require.resolve(name)}$`,
      require.resolve(`${name}/bundler`),
    ]),
  ),
  ...productionRouter(),
});

const sourceRules = (target: 'browser' | 'server'): RuleSetRule[] => [
  { test: /@module-federation[\\/]/, sideEffects: false },
  {
    test: /[\\/]shared[\\/]src[\\/](?:contracts|domain)[\\/].*\.[jt]s$/,
    enforce: 'pre',
    loader: join(import.meta.dirname, 'pure-contracts-loader.cjs'),
  },
  // Process the kit's compiled modules like their sources.
  { test: /[\\/]shared[\\/]src[\\/].*\.js$/, type: 'javascript/auto', resolve: { fullySpecified: false } },
  {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: !isProduction, refresh: isDevServer } },
        target: 'es2022',
      },
    },
    type: 'javascript/auto',
  },
  {
    test: /\.css$/,
    type: 'css/auto',
    parser: { namedExports: false },
    // Put the common part of the class names first, so that the names in every page's HTML compress well.
    generator: { localIdentName: '[uniqueName]-[hash:4][local]', exportsOnly: target === 'server' },
  },
  { test: /\.(svg|png|jpg|webp|avif|woff2)$/, type: 'asset/resource', generator: { emit: target === 'browser' } },
  // An import with `?file`, as used for workers, returns the URL of the unchanged script.
  { resourceQuery: /^\?file$/, type: 'asset/resource', generator: { emit: target === 'browser', filename: 'as-is-[name].[contenthash:4][ext]' } },
];

const createCommonConfig = (folder: string, name: string): Configuration => ({
  name,
  mode: isProduction ? 'production' : 'development',
  context: folder,
  devtool: isProduction ? false : 'source-map',
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
  performance: false,
  stats: 'errors-warnings',
});

/**
 * Returns the browser build of the host or a remote, without its entry and plugins. Production builds drop calls to `pureFunctions`, whose results are never
 * used.
 */
export const browserBuild = (folder: string, name: string, outputFolder: string, pureFunctions: string[] = []): Configuration => ({
  ...createCommonConfig(folder, name),
  target: ['web', 'es2022'],
  module: { rules: sourceRules('browser') },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: browserAliases() },
  output: {
    path: join(folder, outputFolder),
    clean: true,
    // Keep the hashes short: every page contains a dozen file names, and hashes do not compress.
    filename: '[name].[contenthash:8].js',
    chunkFilename: '[name].[contenthash:8].js',
    cssFilename: '[name].[contenthash:8].css',
    cssChunkFilename: '[name].[contenthash:8].css',
    assetModuleFilename: '[name].[contenthash:8][ext]',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    trustedTypes: { policyName: name },
  },
  optimization: {
    chunkIds: 'named',
    // Production builds use numbers as module ids, because the names of federation modules contain the path of the checkout, which must not affect the output.
    // A dev server keeps the names, because an open page must find its modules after a rebuild.
    moduleIds: isProduction ? 'natural' : 'named',
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        extractComments: false,
        // These files are already minified. Minifying the 3 MB again took longer than the rest of the build.
        exclude: /^as-is-/,
        minimizerOptions: { ecma: 2020, compress: { passes: 3, pure_funcs: pureFunctions }, mangle: true, format: { comments: false } },
      }),
      // Without targets, the minifier rewrites every logical property for browsers from 2019, which triples the size.
      new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
    ],
    splitChunks: {
      chunks: 'async',
      cacheGroups: {
        // Do not move shared modules into separate files: on a slow network, another request costs more than a repeated kilobyte.
        default: false,
        defaultVendors: false,
        // Put the styles of shared components into one file. If a navigation loaded them again, they would follow and override the page's own rules. Styles of
        // forms and long text stay with the few pages that need them.
        ui: { test: /[\\/]shared[\\/]src[\\/]ui[\\/](?!field|error-summary|rich-text)/, type: /^css/, name: 'ui', chunks: 'async', enforce: true },
      },
    },
  },
});

export const serverBuild = (folder: string, name: string): Configuration => ({
  ...createCommonConfig(folder, name),
  target: 'node20',
  module: { rules: sourceRules('server'), parser: { javascript: { dynamicImportMode: 'eager' } } },
  optimization: { splitChunks: false, minimize: false },
});
