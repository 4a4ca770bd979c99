/** Whether one of the owned paths covers a path or a route's pattern. An owned path covers itself and everything below it; '/' covers only itself. */
export const ownsPath = (ownedPaths: readonly string[], path: string): boolean =>
  ownedPaths.some((own) => path === own || (own !== '/' && path.startsWith(`${own}/`)));
