/** Those that ask for a page or a file that no client has asked for before. */
const PAGE_FLOODS = [
  'unknown addresses',
  'unknown items',
  'unknown queries',
  'long paths',
  'other spellings',
  'searches',
  'releases that do not exist',
] as const;
export type PageFlood = (typeof PAGE_FLOODS)[number];

export const ATTACK_KINDS = [
  'slow bodies',
  'slow readers',
  'uncached images',
  'password guesses',
  'passkey options',
  'canary steering',
  ...PAGE_FLOODS,
] as const;
export type AttackKind = (typeof ATTACK_KINDS)[number];

export const isPageFlood = (kind: AttackKind): kind is PageFlood => PAGE_FLOODS.some((flood) => flood === kind);

/** Connections at once: fewer where each request is for a page. */
export const getAttackers = (kind: AttackKind): number => (isPageFlood(kind) || kind === 'canary steering' ? 40 : 200);
