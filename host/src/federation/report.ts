/** How a version of a remote failed in this page, or that the page was shown (docs/contracts/operations.md). */
export type FaultKind = 'load' | 'hydration' | 'error' | 'long-task' | 'styles' | 'view';

const MESSAGE_LIMIT = 300;
/** Limits the reports, so that a repeating fault does not cause a stream of requests. */
const REPORT_LIMIT = 20;

/** A version's files are below `/_mf/<remote>/<version>/`; a retry escapes characters of the version. */
const RELEASE_FILE = /\/_mf\/([a-z0-9-]+)\/([^/\s]+)\//;
/** The host's own script, whose version the host knows. A browser extension may use a folder of the same name. */
const isHostFile = (text: string): boolean => text.startsWith('/assets/') || text.includes(`${window.location.origin}/assets/`);

const reported = new Set<string>();

/**
 * Reports a fault to the host, once per page. The version is that of the file, or else the one in the reason's stack. Uncaught errors and stylesheets of
 * neither may be the host's own; any other fault without a version is not reported. `set` is the id of the page's release set. Never fails, because a lost
 * report does not matter to the visitor.
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
