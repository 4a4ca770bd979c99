import type { FaultKind, SitePart } from '@site/shared/contracts/site-part';

export const FAULT_LABELS: Readonly<Record<FaultKind, string>> = {
  server: 'Errors on the server',
  load: 'Files that did not load',
  hydration: 'Errors while a page starts',
  error: 'Other errors in browsers',
  'long-task': 'Pages that stopped responding',
  policy: 'Violations of the security policy',
};

export const STATE_LABELS: Readonly<Record<SitePart['state'], string>> = {
  active: 'Newest version',
  fallback: 'Older version in use',
  unavailable: 'Not available',
};

/** The shell has no team that names it. */
export const partName = (name: string): string => (name === 'host' ? 'Shell (host)' : name);
