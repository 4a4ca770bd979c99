/** Smaller differences between this device's clock and the server's are the time that the answer took. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface ServerClock {
  /** The server's time as far as it is known, in milliseconds. */
  now(): number;
  /** Takes note of an answer's `Date` header. */
  heard(date: string | null): void;
}

/** A device's clock may be hours off, and token expiries are the server's time: what its answers say corrects it. */
export const createServerClock = (deviceNow: () => number): ServerClock => {
  let aheadMs = 0;
  return {
    now: () => deviceNow() + aheadMs,
    heard: (date) => {
      const serverMs = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(serverMs)) return;
      const difference = serverMs - deviceNow();
      aheadMs = Math.abs(difference) > CLOCK_TOLERANCE_MS ? difference : 0;
    },
  };
};
