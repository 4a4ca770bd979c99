import { jwtDecode } from 'jwt-decode';

/** Returns whether the token's expiry is in the future (AUTH-06). A token without an expiry, or one that cannot be decoded, is invalid. */
export const isTokenValid = (token: string | null, nowMs: number): boolean => {
  if (token === null) return false;
  try {
    const { exp } = jwtDecode<{ readonly exp?: unknown }>(token);
    return typeof exp === 'number' && exp * 1000 > nowMs;
  } catch {
    return false;
  }
};

/** Clock difference below which the device's clock counts as correct, because response latency may explain the difference. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface ServerClock {
  now(): number;
  /** Corrects the clock using the `Date` header of a response. */
  sync(date: string | null): void;
}

/** Estimates the server's time from the `Date` headers of responses: tokens expire by the server's clock, and a device's clock may be hours off. */
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
