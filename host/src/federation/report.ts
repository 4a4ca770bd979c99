/** Kind of fault in a remote's version, or `view` if the page was shown (docs/contracts/operations.md). */
export type FaultKind = 'load' | 'hydration' | 'error' | 'long-task' | 'styles' | 'view';

const MESSAGE_LIMIT = 300;
/** Maximum number of reports from one page, because a fault may repeat endlessly. */
const REPORT_LIMIT = 20;

/** A version's files are below `/_mf/<remote>/<version>/`. A retry escapes some characters of the version. */
const RELEASE_FILE = /\/_mf\/([a-z0-9-]+)\/([^/\s]+)\//;
/** Detects the host's own script, whose version the host knows. The origin is checked because a browser extension may have a folder of the same name. */
const isHostFile = (text: string): boolean => text.startsWith('/assets/') || text.includes(`${window.location.origin}/assets/`);

const reportedFaults = new Set<string>();

/**
 * Reports a fault to the host, once per page. The version is taken from the file's URL, or else from the reason's stack trace. Without a version, only uncaught
 * errors and the host's own stylesheets are reported. `set` is the id of the page's release set. Never throws, because a lost report does not matter to the
 * visitor.
 */
export const reportFault = (set: string, kind: FaultKind, file: string, reason: unknown): void => {
  const stack = reason instanceof Error ? (reason.stack ?? '') : '';
  const isHost = (kind === 'error' || kind === 'styles') && (isHostFile(file) || isHostFile(stack));
  const [, remote, version = ''] = RELEASE_FILE.exec(file) ?? RELEASE_FILE.exec(stack) ?? (isHost ? ['', 'host'] : []);
  if (remote === undefined) return;
  const message = String(reason).slice(0, MESSAGE_LIMIT);
  const fault = JSON.stringify({ kind, remote, version: decodeURIComponent(version), set, message, path: window.location.pathname });
  if (reportedFaults.has(fault) || reportedFaults.size >= REPORT_LIMIT) return;
  reportedFaults.add(fault);
  navigator.sendBeacon?.(kind === 'view' ? '/reports/views' : '/reports', fault);
};
