import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Compiler, type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { respondWithSamples } from '../src/testing/sample-server.ts';
import { browserBuild } from './base.ts';
import { exposeRoutes, getBuildName, POLICY_NAME, withoutServerModules } from './federation.ts';
import { createSiteProxy, DEV_PATH, findContractProblem } from './site-proxy.ts';
import { checkTypes } from './type-check.ts';

interface DevServerRemote {
  readonly folder: string;
  readonly name: string;
  readonly paths: readonly string[];
  readonly contract: number;
}

const sampleProvider = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
  if (!respondWithSamples(request, response)) next();
};

/** Redirects from the home page, whose URL the dev server prints, to the remote's first page, because the home page usually belongs to another remote. */
const redirectToFirstPage =
  (paths: readonly string[]) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (request.url === '/' && !paths.includes('/')) response.writeHead(302, { location: paths[0] }).end();
    else next();
  };

/**
 * Serves the pages of a remote without the host, so this build contains React. Content comes from the release checks' sample provider, or from the provider at
 * `PROVIDER_URL`.
 */
export const standalonePageConfig = ({ folder, name, paths }: DevServerRemote): Configuration => {
  const { PROVIDER_URL } = process.env;
  const buildName = getBuildName(name);
  return {
    ...browserBuild(folder, buildName, 'dist/dev'),
    entry: './src/main.tsx',
    output: { path: join(folder, 'dist/dev'), uniqueName: buildName, publicPath: '/' },
    plugins: [withoutServerModules(), new ReactRefreshRspackPlugin(), new rspack.HtmlRspackPlugin({ title: buildName })],
    devServer: {
      // Accept connections from this machine only, because no other machine needs access.
      host: 'localhost',
      port: 'auto',
      historyApiFallback: true,
      ...(PROVIDER_URL ? { proxy: [{ context: ['/api', '/img'], target: PROVIDER_URL }] } : {}),
      setupMiddlewares: (middlewares, devServer) => {
        checkTypes(folder, devServer);
        const siteMiddlewares = [{ name: 'first-page', middleware: redirectToFirstPage(paths) }];
        return [...siteMiddlewares, ...(PROVIDER_URL ? [] : [{ name: 'sample-provider', middleware: sampleProvider }]), ...middlewares];
      },
    },
  };
};

/** Before the first build, stops the dev server with an explanation if the site cannot show the working copy. */
const requireSite = (site: URL, contract: number) => ({
  apply: ({ hooks }: Compiler): void => {
    let checked: Promise<void> | undefined;
    const check = async (): Promise<void> => {
      const problem = await findContractProblem(site, contract);
      if (problem === undefined) return;
      process.stderr.write(`${problem}\n`);
      process.exit(1);
    };
    hooks.watchRun.tapPromise('require-site', () => {
      checked ??= check();
      return checked;
    });
  },
});

/** Serves the pages inside a live site: a local proxy inserts the working copy into the site's responses. */
export const sitePageConfig = ({ folder, name, paths, contract }: DevServerRemote, site: URL): Configuration => {
  const runtimeName = `${getBuildName(name)}_working_copy`;
  const { proxy, setupMiddlewares } = createSiteProxy({ site, copy: { remote: name, paths, entry: `${DEV_PATH}${runtimeName}.js` } });
  return {
    ...browserBuild(folder, runtimeName, 'dist/dev'),
    entry: {},
    // Lazy compilation would request modules outside the dev server's path.
    lazyCompilation: false,
    output: {
      path: join(folder, 'dist/dev'),
      uniqueName: runtimeName,
      publicPath: DEV_PATH,
      // Use names without hashes, because an open page would otherwise request files from the previous build.
      filename: '[name].js',
      chunkFilename: '[name].js',
      cssFilename: '[name].css',
      cssChunkFilename: '[name].css',
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: POLICY_NAME },
    },
    plugins: [requireSite(site, contract), withoutServerModules(), new ReactRefreshRspackPlugin(), exposeRoutes(runtimeName)],
    devServer: {
      // Accept connections from this machine only, because other users on the network must not use the developer's session.
      host: 'localhost',
      port: 'auto',
      compress: false,
      static: false,
      webSocketServer: { type: 'ws', options: { path: `${DEV_PATH}ws` } },
      devMiddleware: { index: false },
      proxy,
      setupMiddlewares: (middlewares, devServer) => {
        checkTypes(folder, devServer);
        return setupMiddlewares(middlewares, devServer);
      },
    },
  };
};
