import { type Candidate, readText } from './candidate.ts';
import { createFindingFactory, type Finding } from './finding.ts';

const finding = createFindingFactory('files');

/** Formats of keys and tokens for common services, specific enough not to match other text. */
const SECRETS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_\w{50})/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{20}/],
  ['a token of Slack', /\bxox[abprs]-[0-9A-Za-z-]{10}/],
  ['a token of npm', /\bnpm_[0-9A-Za-z]{36}\b/],
  ['a release token', /\brelease_[0-9A-Za-z_-]{43}\b/],
  ['a key of age', /\bAGE-SECRET-KEY-1[0-9A-Z]{50}/],
];

/** Matches the name and value of a secret as written in configuration files and environment variables. */
const ASSIGNED_SECRET =
  /\b(?:JWT_SECRET|IMAGE_KEY|AUDIT_KEY|DATA_KEY|ADMIN_PASSWORD|RELEASE_KEY|RELEASE_TOKEN|METRICS_TOKEN|DATABASE_URL|AWS_SECRET_ACCESS_KEY)["']?\s*[:=]\s*["'`][^"'`\s]{8}/;

const TEXT_FILE = /\.(?:js|cjs|css|json|svg)$/;

const findSecret = (text: string): string | undefined =>
  SECRETS.find(([, pattern]) => pattern.test(text))?.[0] ?? (ASSIGNED_SECRET.test(text) ? 'the value of a secret setting' : undefined);

/** Checks that public files contain no keys, because published files cannot be made secret again. Findings name the kind of key, but never the key. */
export const checkSecrets = async (candidate: Candidate): Promise<Finding[]> => {
  const texts = candidate.files.filter(({ path, kind }) => kind === 'file' && TEXT_FILE.test(path));
  const findings = await Promise.all(
    texts.map(async ({ path }) => {
      const secret = findSecret(await readText(candidate, path).catch(() => ''));
      return secret === undefined
        ? []
        : [finding(path, `contains ${secret}.`, 'Everyone can read a release. Remove it from the sources, and replace the key: it may be known already.')];
    }),
  );
  return findings.flat();
};
