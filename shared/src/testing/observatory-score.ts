type Headers = Readonly<Record<string, unknown>>;
type Policy = ReadonlyMap<string, readonly string[]>;

const BROAD_SOURCES = ['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*'];
const UNSAFE_SOURCES = [...BROAD_SOURCES, "'unsafe-inline'", 'data:'];
const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const SIX_MONTHS_SECONDS = 15_768_000;

const parsePolicy = (text: string): Policy =>
  new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

const includesAny = (sources: readonly string[], candidates: readonly string[]): boolean => sources.some((source) => candidates.includes(source));

const scorePolicy = (policy: Policy): number => {
  const get = (name: string): readonly string[] => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const hasHashOrNonce = get('script-src').some((source) => /^'(sha\d+|nonce)-/.test(source));
  const scripts = get('script-src').filter((source) => !(hasHashOrNonce && source === "'unsafe-inline'"));
  if (includesAny(scripts, UNSAFE_SOURCES) || includesAny(get('object-src'), BROAD_SOURCES)) return -20;
  if ([...policy.values()].flat().some((source) => /^(http|ftp):/.test(source))) return -20;
  if (includesAny([...scripts, ...get('style-src')], ["'unsafe-eval'"])) return -10;
  if (includesAny(get('style-src'), UNSAFE_SOURCES)) return 0;
  return policy.get('default-src')?.join(' ') === "'none'" ? 10 : 5;
};

const scoreCookies = (cookies: readonly string[]): number => {
  if (cookies.length === 0) return 0;
  if (!cookies.every((cookie) => /; Secure/i.test(cookie))) return -40;
  if (!cookies.every((cookie) => /; HttpOnly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /; SameSite=(Lax|Strict)/i.test(cookie)) ? 5 : 0;
};

/**
 * Calculates the score that MDN's HTTP Observatory would give an https site with these response headers: 100, plus the modifiers of its score table
 * (github.com/mdn/mdn-http-observatory, `src/grader/charts.js`). Modifiers that do not depend on headers are left out: certificate, redirection from http,
 * preloading, external scripts.
 */
export const getObservatoryScore = (headers: Headers): number => {
  const read = (name: string): string => String(headers[name] ?? '');
  const policy = parsePolicy(read('content-security-policy'));
  const maxAge = Number(/max-age=(\d+)/.exec(read('strict-transport-security'))?.[1] ?? 0);
  const restrictsAncestors = policy.has('frame-ancestors') && !includesAny(policy.get('frame-ancestors') ?? [], BROAD_SOURCES);
  const modifiers = [
    read('content-security-policy') === '' ? -25 : scorePolicy(policy),
    scoreCookies([headers['set-cookie'] ?? []].flat().map(String)),
    read('access-control-allow-credentials') === 'true' ? -50 : 0,
    PRIVATE_REFERRERS.includes(read('referrer-policy')) ? 5 : -5,
    maxAge >= SIX_MONTHS_SECONDS ? 0 : maxAge > 0 ? -10 : -20,
    read('x-content-type-options') === 'nosniff' ? 0 : -5,
    restrictsAncestors ? 5 : /^(DENY|SAMEORIGIN)$/.test(read('x-frame-options')) ? 0 : -20,
    /^same-(origin|site)$/.test(read('cross-origin-resource-policy')) ? 10 : 0,
  ];
  const penalties = modifiers.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 100);
  // Bonuses count only if the score is at least 90 without them.
  return penalties < 90 ? penalties : modifiers.filter((modifier) => modifier > 0).reduce((sum, modifier) => sum + modifier, penalties);
};
