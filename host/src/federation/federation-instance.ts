import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
import * as sharedRouter from '@site/shared/router';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';

/** What the remotes' entries ask for as `@site/shared/router`; it moves with the remote contract (rspack.shared.ts names the same). */
const ROUTER_VERSION = '1.0.0';

const singleton = (version: string, module: unknown) => ({ version, lib: () => module, shareConfig: { singleton: true, requiredVersion: version } });

/**
 * The page's federation: gives the remotes the host's own React and router, and the runtime's core, which their entries leave out.
 * Made by hand and not by the build plugin: a host that exposes nothing needs none of the plugin's loading code (4 KB brotli).
 */
export const createFederation = (plugins: ModuleFederationRuntimePlugin[]) => {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return createInstance({
    name: 'host',
    remotes: [],
    plugins,
    shareStrategy: 'loaded-first',
    shared: {
      react: singleton(React.version, React),
      'react/jsx-runtime': singleton(React.version, jsxRuntime),
      'react-dom': singleton(React.version, ReactDom),
      '@site/shared/router': singleton(ROUTER_VERSION, sharedRouter),
    },
  });
};
export type Federation = ReturnType<typeof createFederation>;
