import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as sharedRouter from './router.ts';

/** Version under which the router is shared, for all contract versions that hosts serve side by side. */
const ROUTER_VERSION = '1.0.0';

/**
 * Modules that exist once in a page and once on the server. The host provides them, and the build recipe excludes them from every remote. Remotes never import
 * this file. Adding a module needs a decision record: sharing the complete router would cost 27 KB (brotli).
 */
export const singletons = {
  react: { version: React.version, module: React },
  'react/jsx-runtime': { version: React.version, module: jsxRuntime },
  'react-dom': { version: React.version, module: ReactDom },
  '@site/shared/router': { version: ROUTER_VERSION, module: sharedRouter },
} as const;

/** Modules that a server bundle may `require`. */
export const singletonModules: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(singletons).map(([name, { module }]) => [name, module]));
