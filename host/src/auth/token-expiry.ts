import { jwtDecode } from 'jwt-decode';

/** AUTH-06: valid while the expiry in its payload is in the future; without an expiry, or undecodable, it is not. */
export const isTokenValid = (token: string | null, nowMs: number): boolean => {
  if (token === null) return false;
  try {
    // Local storage may hold anything.
    const { exp } = jwtDecode<{ readonly exp?: unknown }>(token);
    return typeof exp === 'number' && exp * 1000 > nowMs;
  } catch {
    // A token that cannot be decoded is treated as expired.
    return false;
  }
};

/** A smaller difference between this device's clock and the server's is the latency of the response. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface ServerClock {
  /** The server's time as far as it is known, in milliseconds. */
  now(): number;
  /** Corrects the clock by the `Date` header of a response. */
  sync(date: string | null): void;
}

/** A device's clock may be hours off, and tokens expire by the server's time: the `Date` headers of its responses correct it. */
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
