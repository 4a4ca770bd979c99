import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';

const MULTIPART = /^multipart\//i;

const uploads = ALL_ENDPOINTS.filter(([, { bodyType }]) => bodyType === 'multipart').map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

export const isMultipart = (contentType: string | undefined): boolean => MULTIPART.test(contentType ?? '');

/** True for the calls whose row in the endpoint table declares a form with files. */
export const takesMultipart = (method: string, path: string): boolean => uploads.some((endpoint) => endpoint.method === method && endpoint.pattern.test(path));
