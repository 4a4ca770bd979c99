import { jwtDecode } from 'jwt-decode';

/** AUTH-06: valid while the expiry in its payload is in the future; without an expiry, or undecodable, it is not. */
export const isTokenValid = (token: string | null, nowMs: number): boolean => {
  if (token === null) return false;
  try {
    // Who wrote the token is unknown here: local storage may hold anything.
    const { exp } = jwtDecode<{ readonly exp?: unknown }>(token);
    return typeof exp === 'number' && exp * 1000 > nowMs;
  } catch {
    // An undecodable token is an answer, not a fault: nobody is signed in.
    return false;
  }
};
