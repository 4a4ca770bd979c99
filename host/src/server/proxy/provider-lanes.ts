import { createFairQueue, type FairQueue } from '@site/shared/domain/fair-queue';

/** What a call costs the provider: little, resizing an image, or a connection for as long as the client sends. */
type Lane = 'calls' | 'images' | 'uploads';

/** Visitors at a school or in a mobile network can share one address. They are queued rather than refused. */
const WAITING_LIMITS = { waiting: 5000, waitingPerKey: 2500 };

/**
 * Limits on concurrent calls to the provider. No lane can fill another lane, and no address can fill a lane. More concurrent images would not arrive sooner,
 * because the provider resizes one or two at a time, and all its other work would wait for them.
 */
const LIMITS = {
  calls: { slots: 32, slotsPerKey: 16, ...WAITING_LIMITS },
  images: { slots: 6, slotsPerKey: 3, ...WAITING_LIMITS },
  uploads: { slots: 8, slotsPerKey: 4, waiting: 64, waitingPerKey: 16 },
} as const;

/** Total number of connections to the provider that the lanes need. */
export const LANE_CONNECTIONS = Object.values(LIMITS).reduce((all, { slots }) => all + slots, 0);

export type Lanes = Readonly<Record<Lane, FairQueue>>;

export const createLanes = (): Lanes => ({
  calls: createFairQueue(LIMITS.calls),
  images: createFairQueue(LIMITS.images),
  uploads: createFairQueue(LIMITS.uploads),
});
