import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import { singletons } from '@site/shared/remote/singletons';

const shared = Object.fromEntries(
  Object.entries(singletons).map(([name, { version, module }]) => [
    name,
    { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: version } },
  ]),
);

/**
 * The page's federation: gives the remotes the host's own React and router, and the runtime's core, which their entries leave out.
 * Created explicitly and not by the build plugin: a host that exposes nothing needs none of the plugin's loading code (4 KB brotli).
 */
export const createFederation = (plugins: ModuleFederationRuntimePlugin[]) => {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return createInstance({
    name: 'host',
    remotes: [],
    plugins,
    shareStrategy: 'loaded-first',
    shared,
  });
};
export type Federation = ReturnType<typeof createFederation>;
