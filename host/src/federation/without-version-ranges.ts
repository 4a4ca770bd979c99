/**
 * Replaces the federation runtime's version-range parser in the browser build (rspack.shared.ts). Host and remotes name exact versions of shared packages, and
 * the page has one version of each. A remote that was built with another version gets the page's version, and the runtime logs a warning.
 */
export const satisfy = (version: string, range: string): boolean => version === range;
