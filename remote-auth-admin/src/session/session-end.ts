import { jwtDecode } from 'jwt-decode';

/** How long before the end the warning comes. */
export const SESSION_WARNING_MS = 2 * 60_000;

/**
 * The moment when the session ends unless it is renewed, in milliseconds of the server's time: our provider writes it into the access token.
 * Undefined where another provider does not tell.
 */
export const readSessionEnd = (token: string): number | undefined => {
  try {
    const { ses } = jwtDecode<{ readonly ses?: unknown }>(token);
    return typeof ses === 'number' ? ses * 1000 : undefined;
  } catch {
    // No token of ours tells nothing.
    return undefined;
  }
};
