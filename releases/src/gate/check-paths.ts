import { ownsPath } from '@site/shared/remote/owned-paths';
import { type PathOwners, requireFreePath } from '../path-ownership.ts';
import { ReleaseError } from '../release-error.ts';
import { type Candidate, isValid } from './candidate.ts';
import { createFindingFactory, type Finding } from './finding.ts';
import type { VisitableRoute } from './route-paths.ts';

const finding = createFindingFactory('paths');
const MANIFEST = 'browser/build.json';
const OWNERSHIP_FIX = 'Paths belong to one remote (docs/contracts/registry.md): choose another path, or let its owner hand it over first.';

/** Checks declared paths: each must be well formed and belong neither to the host nor to another remote. */
const checkDeclaredPaths = (remote: string, declared: readonly string[], owners: PathOwners): Finding[] => {
  if (declared.length === 0) return [finding(MANIFEST, 'declares no paths.', 'Declare them in rspack.config.ts.')];
  return declared.flatMap((path) => {
    if (ownsPath(owners[remote]?.paths ?? [], path)) return [];
    try {
      requireFreePath(owners, path, remote);
      return [];
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error;
      return [finding(`the declared path ${path}`, error.message, OWNERSHIP_FIX)];
    }
  });
};

/** Checks the declared paths against the build's routes: each route must be below a declared path, and each declared path must have a route. */
export const checkPaths = ({ remote, build }: Candidate, routes: readonly VisitableRoute[] | undefined, owners: PathOwners): Finding[] => {
  if (!isValid(build)) return [];
  const { paths, links = [] } = build;
  const findings = checkDeclaredPaths(remote, paths, owners);
  for (const { label, to } of links)
    if (!ownsPath(paths, to.replace(/[?#].*$/, '')))
      findings.push(finding(`the link "${label}"`, `leads to ${to}, which is outside the declared paths.`, 'A remote asks for links to its own pages.'));
  if (routes === undefined) return findings;
  const seen = new Set<string>();
  for (const { pattern } of routes) {
    const owner = Object.entries(owners).find(([name, { paths: ownedPaths }]) => name !== remote && ownsPath(ownedPaths, pattern))?.[0];
    if (!ownsPath(paths, pattern))
      findings.push(
        finding(
          `the route ${pattern}`,
          owner === undefined ? `is outside the declared paths (${paths.join(' ')}).` : `belongs to ${owner}.`,
          owner === undefined ? 'Declare its path in rspack.config.ts, or move the route below a declared one.' : OWNERSHIP_FIX,
        ),
      );
    if (seen.has(pattern)) findings.push(finding(`the route ${pattern}`, 'exists twice: only the first is ever shown.', 'Remove one of them.'));
    seen.add(pattern);
  }
  for (const path of paths)
    if (![...seen].some((pattern) => ownsPath([path], pattern)))
      findings.push(
        finding(
          MANIFEST,
          `declares ${path}, which has no route: visitors would see "Page Not Found".`,
          'Add the route, or remove the path from rspack.config.ts.',
        ),
      );
  return findings;
};
