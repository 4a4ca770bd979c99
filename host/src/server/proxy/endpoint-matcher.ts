import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';

/** Returns a function that tells whether a call, by method and path below the site's address, is one of the rows that `isWanted` selects from the endpoint table. */
export const createEndpointMatcher = (isWanted: (row: Endpoint) => boolean): ((method: string, path: string) => boolean) => {
  const endpoints = ALL_ENDPOINTS.filter(([, row]) => isWanted(row)).map(([, { method, path }]) => ({
    method,
    pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  return (method, path) => endpoints.some((endpoint) => endpoint.method === method && endpoint.pattern.test(path));
};
