/** How a version of a remote failed in this page, or that it has shown it (docs/contracts/operations.md). */
export type FaultKind = 'load' | 'hydration' | 'error' | 'long-task' | 'styles' | 'view';

const MESSAGE_LIMIT = 300;
/** A fault that repeats must not become a stream of requests. */
const REPORT_LIMIT = 20;

/** A version's files are below `/_mf/<remote>/<version>/`; a retry writes the version in escapes. */
const RELEASE_FILE = /\/_mf\/([a-z0-9-]+)\/([^/\s]+)\//;
/** The host's own script, whose version the host knows; an extension may have a folder of that name. */
const isHostFile = (text: string): boolean => text.startsWith('/assets/') || text.includes(`${window.location.origin}/assets/`);

const reported = new Set<string>();

/**
 * Reports a fault to the host, each one once per page. The version is that of the file, or else of the reason's stack. An uncaught error or a stylesheet of neither may be the
 * host's own; any other fault is not reported. `set` is the id of the page's release set. Never fails: a lost report has no consequence for the visitor.
 */
export const reportFault = (set: string, kind: FaultKind, file: string, reason: unknown): void => {
  const stack = reason instanceof Error ? (reason.stack ?? '') : '';
  const isHost = (kind === 'error' || kind === 'styles') && (isHostFile(file) || isHostFile(stack));
  const [, remote, version = ''] = RELEASE_FILE.exec(file) ?? RELEASE_FILE.exec(stack) ?? (isHost ? ['', 'host'] : []);
  if (remote === undefined) return;
  const message = String(reason).slice(0, MESSAGE_LIMIT);
  const fault = JSON.stringify({ kind, remote, version: decodeURIComponent(version), set, message, path: window.location.pathname });
  if (reported.has(fault) || reported.size >= REPORT_LIMIT) return;
  reported.add(fault);
  navigator.sendBeacon?.(kind === 'view' ? '/reports/views' : '/reports', fault);
};
