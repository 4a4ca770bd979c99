import { createFairQueue, type FairQueue } from '@site/shared/domain/fair-queue';

/** What a call takes of the provider: little, the drawing of a picture, or a connection for as long as the client sends. */
type Lane = 'calls' | 'images' | 'uploads';

/** Many visitors share the address of a school or of a mobile network: they wait in turns, and are not refused. */
const WAITING = { waiting: 5000, waitingPerKey: 2500 };

/**
 * Calls that run at the provider at once. One lane cannot fill another, nor one address a lane. More images at once would not arrive sooner, because the provider
 * draws one or two at a time, and all its other work would wait for them.
 */
const LIMITS = {
  calls: { slots: 32, slotsPerKey: 16, ...WAITING },
  images: { slots: 6, slotsPerKey: 3, ...WAITING },
  uploads: { slots: 8, slotsPerKey: 4, waiting: 64, waitingPerKey: 16 },
} as const;

/** Connections to the provider that the lanes need together. */
export const LANE_CONNECTIONS = Object.values(LIMITS).reduce((all, { slots }) => all + slots, 0);

export type Lanes = Readonly<Record<Lane, FairQueue>>;

export const createLanes = (): Lanes => ({
  calls: createFairQueue(LIMITS.calls),
  images: createFairQueue(LIMITS.images),
  uploads: createFairQueue(LIMITS.uploads),
});
