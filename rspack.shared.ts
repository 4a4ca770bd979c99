import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { browserBuild, productionRouter, serverBuild } from '@site/shared/build/base';
import { BuildManifestPlugin } from '@site/shared/build/build-manifest-plugin';

/** The builds of what is no remote: the host with its server programs, and the provider. */

/** Where the host serves its own browser files. */
const HOST_PUBLIC_PATH = '/assets/';
/** Brotli bytes of the host's own script (react, router, federation runtime and shell). With a remote's entry and the home page's budget it adds up to its 130 KB. */
const HOST_SCRIPT_BUDGET_BYTES = 111 * 1024;

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
export const selfContainedConfig = ({
  folder,
  name,
  entry,
  outputFolder,
}: {
  readonly folder: string;
  readonly name: string;
  readonly entry: Record<string, string>;
  readonly outputFolder: string;
}): Configuration => {
  const { optimization, ...program } = programConfig(folder, name, entry);
  return {
    ...program,
    name: `${name}_self_contained`,
    externals: [],
    output: { ...program.output, path: join(folder, outputFolder) },
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
    selfContainedConfig({ folder, name: 'host', entry: selfContained, outputFolder: 'dist/remote-process' }),
  ];
};
