/** A host on this machine that does not say whose call it passes on: behind it may stand everyone. */
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const PEOPLE_BEHIND_A_HOST = 25;

/** How many people to reckon with behind one address. */
export const shareOf = (address: string): number => (LOOPBACK.includes(address) ? PEOPLE_BEHIND_A_HOST : 1);
