import { Module } from 'node:module';
import { type Context, compileFunction } from 'node:vm';
import { PUBLIC_PATH_PLACEHOLDER } from '@site/shared/build/build-manifest';
import type { RemoteModule } from '@site/shared/remote/remote-contract';

const hasCreateRoutes = (moduleExports: unknown): moduleExports is RemoteModule =>
  typeof moduleExports === 'object' && moduleExports !== null && 'createRoutes' in moduleExports && typeof moduleExports.createRoutes === 'function';

/**
 * Evaluates a remote's server bundle with the host's own singletons, so that both share one copy of React. Node's modules are not available, because a page
 * that needs them would not run in the browser. Throws if the bundle throws, requires another module, or does not export `createRoutes`. `context`: the realm
 * that provides its globals, if not this one.
 */
export const evaluateServerBundle = (code: string, publicPath: string, modules: Readonly<Record<string, unknown>>, context?: Context): RemoteModule => {
  const requireSingleton = (name: string): unknown => {
    if (!(name in modules))
      throw new Error(`A remote may not require "${name}" on the server${Module.isBuiltin(name) ? ': it must run in the browser too' : ''}.`);
    return modules[name];
  };
  const module: { exports: unknown } = { exports: {} };
  const options = { filename: `${publicPath}routes.cjs`, ...(context === undefined ? {} : { parsingContext: context }) };
  const run = compileFunction(code.replaceAll(PUBLIC_PATH_PLACEHOLDER, publicPath), ['module', 'exports', 'require'], options);
  run(module, module.exports, requireSingleton);
  if (!hasCreateRoutes(module.exports)) throw new Error('The server bundle exports no createRoutes.');
  return module.exports;
};
