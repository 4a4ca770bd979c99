import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';

/** Creates a function that tells whether `isSelected` selects the endpoint of a call, given its method and its path below the site's URL. */
export const createEndpointMatcher = (isSelected: (row: Endpoint) => boolean): ((method: string, path: string) => boolean) => {
  const endpoints = ALL_ENDPOINTS.filter(([, row]) => isSelected(row)).map(([, { method, path }]) => ({
    method,
    pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  return (method, path) => endpoints.some((endpoint) => endpoint.method === method && endpoint.pattern.test(path));
};
