/** True if one of the owned paths covers a path or a route's pattern: each owns itself and everything below it, '/' only itself. */
export const ownsPath = (ownedPaths: readonly string[], path: string): boolean =>
  ownedPaths.some((own) => path === own || (own !== '/' && path.startsWith(`${own}/`)));
