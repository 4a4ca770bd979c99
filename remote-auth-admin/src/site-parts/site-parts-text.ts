import type { FaultKind, SitePart } from '@site/shared/contracts/site-part';
import type { Status } from '../layout/status-chip.tsx';

export const FAULT_LABELS: Readonly<Record<FaultKind, string>> = {
  server: 'Errors on the server',
  load: 'Files that did not load',
  hydration: 'Errors while a page starts',
  error: 'Other errors in browsers',
  'long-task': 'Pages that stopped responding',
  policy: 'Violations of the security policy',
};

export const STATUSES: Readonly<Record<SitePart['state'], Status>> = {
  active: { tone: 'good', label: 'Newest version' },
  fallback: { tone: 'attention', label: 'Older version in use' },
  unavailable: { tone: 'danger', label: 'Not available' },
};

/** The shell has no team that names it. */
export const partName = (name: string): string => (name === 'host' ? 'Shell (host)' : name);
