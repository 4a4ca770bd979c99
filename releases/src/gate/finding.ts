/** Names of the release checks, in reporting order. */
const CHECKS = ['files', 'contract', 'types', 'paths', 'styles', 'sizes', 'server', 'browser'] as const;
type CheckName = (typeof CHECKS)[number];

/** One reason to reject a release: which check failed, where, what is wrong, and how to fix it. */
export interface Finding {
  readonly check: CheckName;
  /** A file in the build, a route, or part of a page. */
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

/** Creates the findings of one check. */
export const createFindingFactory =
  (check: CheckName) =>
  (where: string, what: string, fix: string): Finding => ({ check, where, what, fix });

/** Returns the findings in the order of the checks, without duplicates. */
export const sortFindings = (findings: readonly Finding[]): Finding[] => {
  const unique = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...unique.values()].sort((one, other) => CHECKS.indexOf(one.check) - CHECKS.indexOf(other.check));
};

export const describeFinding = ({ check, where, what, fix }: Readonly<Record<keyof Finding, string>>): string =>
  `  ${check} · ${where}\n    ${what}\n    ${fix}`;

/** Advice for a page with a password field that is not the sign-in page. */
export const PASSWORD_FIX = 'Staff sign in on the pages of the staff area; visitors have no passwords.';
