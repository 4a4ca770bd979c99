import type { RemoteListing } from '../api/api-schemas.ts';
import type { Canary } from '../manifest.ts';
import type { HistoryEntry } from '../release-history.ts';

/** Returns a readable description of who gets a canary. */
export const describeCanary = ({ share, since }: Canary): string => `${share === 0 ? 'staff' : `staff and ${share}% of visitors`}, since ${since}`;

/** Formats a remote and its versions as readable lines. */
export const describeRemote = ({ remote, state, paths, at, frozen, canary, versions }: RemoteListing): string[] => {
  if (state === 'removed') return [`${remote}  removed ${at}`];
  const lines = [`${remote}  ${paths.join(' ')}${state === 'registered' ? `  (registered ${at}, not released yet)` : ''}`];
  if (frozen !== undefined) lines.push(`  frozen since ${frozen.at} by ${frozen.by}: ${frozen.reason}`);
  for (const { version, state: versionState, createdAt, mark } of versions) {
    const label = versionState === 'published' ? '' : versionState;
    const notes = [
      ...(mark === undefined ? [] : [`${mark.reason}, ${mark.at}`]),
      ...(versionState === 'canary' && canary !== undefined ? [describeCanary(canary)] : []),
    ];
    lines.push(`  ${label.padEnd(9)}  ${version}  ${createdAt ?? 'its manifest is missing or damaged'}${notes.map((note) => `  (${note})`).join('')}`);
  }
  return lines;
};

/** Formats a history entry as one readable line. */
export const describeEntry = ({ at, actor, action, outcome, remote, version, commit, reason, detail, address }: HistoryEntry): string =>
  [
    at,
    address === undefined ? actor : `${actor} (${address})`,
    outcome === 'done' ? action : `${action} ${outcome}`,
    remote ?? '',
    version ?? '',
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}${commit.endsWith('-dirty') ? '-dirty' : ''}`]),
    ...(reason === undefined ? [] : [`"${reason}"`]),
    detail ?? '',
  ]
    .filter((text) => text !== '')
    .join('  ');
