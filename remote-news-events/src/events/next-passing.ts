import type { Event } from '@site/shared/contracts/event';
import { eventEnd } from '@site/shared/domain/event-times';

/** The server may be that late in noticing; whatever stays longer among those to come does so because staff say so. */
const LATEST_MS = 60_000;

/** When the next of these events passes, in milliseconds: then the page's data is no longer true. */
export const nextPassing = (events: readonly Event[], now: number): number | null => {
  const ends = events
    .filter(({ isUpcoming }) => isUpcoming)
    .map(eventEnd)
    .filter((end) => end !== null && end > now - LATEST_MS);
  return ends.reduce<number | null>((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
};
