import type { FaultKind, SitePart } from '@site/shared/contracts/site-part';
import { timeAgo } from '../dashboard/dashboard-text.ts';
import type { Status } from '../layout/status-chip.tsx';
import { formatCount } from '../listing/list-definition.ts';

export const FAULT_LABELS: Readonly<Record<FaultKind, string>> = {
  server: 'Errors on the server',
  load: 'Files that did not load',
  hydration: 'Errors during page start-up',
  error: 'Other errors in browsers',
  'long-task': 'Slow pages',
  styles: 'Missing stylesheets',
  policy: 'Violations of the security policy',
};

export const STATUSES: Readonly<Record<SitePart['state'], Status>> = {
  active: { tone: 'good', label: 'Newest version' },
  fallback: { tone: 'attention', label: 'Older version in use' },
  unavailable: { tone: 'danger', label: 'Not available' },
};

/** Returns the display name of a part: its own name, except for the shell. */
export const partName = (name: string): string => (name === 'host' ? 'Shell (host)' : name);

/** Describes a canary in two lines: who gets it, and its results. */
export const describeCanary = ({ share, since, views, faults }: NonNullable<SitePart['canary']>, now: number): readonly string[] => [
  `${share === 0 ? 'Staff only' : `Staff and ${share}% of visitors`}, started ${timeAgo(since, now)}`,
  `${formatCount({ one: 'page view', many: 'page views' }, views)}, ${formatCount({ one: 'fault', many: 'faults' }, faults)}`,
];
