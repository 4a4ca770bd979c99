import { jwtDecode } from 'jwt-decode';

/** Checks that the expiry in the token's payload is in the future (AUTH-06). A token without an expiry, or that cannot be decoded, is invalid. */
export const isTokenValid = (token: string | null, nowMs: number): boolean => {
  if (token === null) return false;
  try {
    const { exp } = jwtDecode<{ readonly exp?: unknown }>(token);
    return typeof exp === 'number' && exp * 1000 > nowMs;
  } catch {
    // A token that cannot be decoded is treated as expired.
    return false;
  }
};

/** Smaller differences between the device's clock and the server's come from the latency of the response. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface ServerClock {
  /** The estimated server time in milliseconds. */
  now(): number;
  /** Corrects the clock with the `Date` header of a response. */
  sync(date: string | null): void;
}

/** Estimates the server's time: a device's clock may be hours off, but tokens expire by the server's clock. The `Date` headers of responses correct it. */
export const createServerClock = (deviceNow: () => number): ServerClock => {
  let offsetMs = 0;
  return {
    now: () => deviceNow() + offsetMs,
    sync: (date) => {
      const serverMs = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(serverMs)) return;
      const difference = serverMs - deviceNow();
      offsetMs = Math.abs(difference) > CLOCK_TOLERANCE_MS ? difference : 0;
    },
  };
};
