import type { Endpoint } from '@site/shared/contracts/endpoint';

/**
 * Path and query of a call. Undefined when a parameter is empty or all dots: such an address would mean another one,
 * because browsers resolve `.` and `..` even when they are encoded.
 */
export const requestPath = (endpoint: Endpoint, params: Readonly<Record<string, string>> = {}, query: unknown = undefined): string | undefined => {
  let isWhole = true;
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name] ?? '';
    if (/^\.*$/.test(value)) isWhole = false;
    return encodeURIComponent(value);
  });
  if (!isWhole) return undefined;

  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined && each !== null) search.append(name, String(each));
  }
  return search.size === 0 ? path : `${path}?${search}`;
};
