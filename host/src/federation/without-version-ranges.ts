/**
 * Replaces the federation runtime's parsing of version ranges in the browser build (rspack.shared.ts): host and remotes name exact versions of what they share,
 * and the page has one of each. A remote that was built with another version gets the page's, and the console reports it.
 */
export const satisfy = (version: string, range: string): boolean => version === range;
