const PAGE_FLOODS = [
  'unknown addresses',
  'unknown items',
  'unknown queries',
  'long paths',
  'other spellings',
  'searches',
  'releases that do not exist',
] as const;
type PageFlood = (typeof PAGE_FLOODS)[number];

/** Attacks that send one request at a time on each connection, as browsers do. */
const FLOODS = [
  ...PAGE_FLOODS,
  'uncached images',
  'password guesses',
  'passkey options',
  'canary steering',
  'signed copies',
  'hostile preview',
  'contributor texts',
] as const;
/** Attacks with cheap requests, which need more connections to have an effect. */
const MANY_CONNECTION_FLOODS: readonly AttackKind[] = ['uncached images', 'password guesses', 'passkey options'];
export type Flood = (typeof FLOODS)[number];

export const ATTACK_KINDS = ['slow bodies', 'slow readers', 'pipelined pages', ...FLOODS] as const;
export type AttackKind = (typeof ATTACK_KINDS)[number];

export const isPageFlood = (kind: AttackKind): kind is PageFlood => PAGE_FLOODS.some((flood) => flood === kind);
export const isFlood = (kind: AttackKind): kind is Flood => FLOODS.some((flood) => flood === kind);

export const getAttackerCount = (kind: AttackKind): number => (isFlood(kind) && !MANY_CONNECTION_FLOODS.includes(kind) ? 40 : 200);
