export const ATTACK_KINDS = ['slow bodies', 'slow readers', 'uncached images', 'password guesses'] as const;
export type AttackKind = (typeof ATTACK_KINDS)[number];

/** Connections at once. */
export const ATTACKERS = 200;
