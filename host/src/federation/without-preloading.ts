/**
 * Replaces the federation runtime's preloading in the browser build (rspack.shared.ts). Preloading needs a manifest of files, which this site does not have.
 * The runtime's functions that call these stubs are never called.
 */
const unsupported = (): never => {
  throw new Error('Remotes have no manifest to preload.');
};
export const formatPreloadArgs = unsupported;
export const preloadAssets = unsupported;
