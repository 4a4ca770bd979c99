import * as v from 'valibot';
import { findRemote, type ReleaseSet } from '../../federation/release-set.ts';
import type { Fault } from './faults.ts';

/** The content types of reports that browsers send themselves (Reporting API, and `report-uri` of CSP level 2). */
export const REPORTS_TYPE = 'application/reports+json';
export const CSP_REPORT_TYPE = 'application/csp-report';

const MESSAGE_LIMIT = 300;
const ENTRIES_LIMIT = 20;

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit));
const optionalText = v.optional(v.string(), '');

const setId = v.pipe(v.string(), v.regex(/^[0-9a-f]{1,64}$/));
const pagePath = v.pipe(text(2000), v.startsWith('/'));

/** A report from the host's script (`federation/report.ts`). `version` is empty if the set names none. */
const faultReportSchema = v.object({
  kind: v.picklist(['load', 'hydration', 'error', 'long-task', 'styles', 'policy']),
  remote: text(41),
  version: text(81),
  set: setId,
  message: v.string(),
  path: pagePath,
});

const viewSchema = v.object({ set: setId, version: text(81), path: pagePath });

/** Parses a report that a browser has shown a page: the id of its set, the version of its remote, and its path. Throws if the body has another shape. */
export const parseView = (body: unknown): v.InferOutput<typeof viewSchema> => v.parse(viewSchema, body);

const cspReportSchema = v.object({
  'csp-report': v.object({
    'document-uri': v.string(),
    'effective-directive': optionalText,
    'violated-directive': optionalText,
    'blocked-uri': optionalText,
    'source-file': optionalText,
  }),
});

/** Accepts reports of other types too; they are skipped later. */
const reportsSchema = v.pipe(
  v.array(
    v.object({
      type: v.string(),
      url: optionalText,
      body: v.nullish(
        v.object({
          documentURL: optionalText,
          effectiveDirective: optionalText,
          destination: optionalText,
          blockedURL: optionalText,
          sourceFile: v.nullish(v.string(), ''),
          reason: optionalText,
        }),
      ),
    }),
  ),
  v.maxLength(ENTRIES_LIMIT),
);

/** A violation of a page's policies. `rule` is a directive of the Content-Security-Policy, or the integrity of a kind of resource. */
interface Violation {
  readonly rule: string;
  readonly documentUrl: string;
  readonly blockedUrl: string;
  readonly sourceFile: string;
}

/** Matches the remote and version in the URL of a release file. A retry percent-encodes the version. */
const RELEASE_FILE = /\/_mf\/([^/]+)\/([^/]+)\//;

const getPath = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '/');

/** Whether a URL belongs to a browser extension, whose scripts run in the page but are not part of the site. */
const isExtension = (url: string): boolean => /^[a-z]+-extension\b|^safari-web-extension\b/.test(url);

/** The origin and path of a blocked URL, or a keyword such as `inline` or `eval`. */
const describeBlocked = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const { protocol, origin, pathname } = new URL(url);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}` : protocol;
};

/** The remote that owns a page, in the version that the page's set names first. */
export const findPageOwner = (set: ReleaseSet, path: string): { readonly remote: string; readonly version: string } | undefined => {
  const remote = findRemote(set, path);
  const version = remote === undefined ? undefined : set.remotes[remote]?.versions[0]?.version;
  return remote === undefined || version === undefined ? undefined : { remote, version };
};

/**
 * Attributes a violation to the remote whose script caused it. Attributes that React sets on behalf of a remote, and server-rendered markup, have no such
 * script. In these cases the violation belongs to the remote that owns the page, in the version that the page's set names first.
 */
const toPolicyFault = ({ rule, documentUrl, blockedUrl, sourceFile }: Violation, set: ReleaseSet): Fault[] => {
  if (isExtension(sourceFile) || isExtension(blockedUrl)) return [];
  const path = getPath(documentUrl);
  const [, sourceRemote, sourceVersion] = RELEASE_FILE.exec(sourceFile) ?? RELEASE_FILE.exec(blockedUrl) ?? [];
  const remote = sourceRemote ?? findRemote(set, path);
  if (remote === undefined) return [];
  const version = (sourceVersion && decodeURIComponent(sourceVersion)) ?? set.remotes[remote]?.versions[0]?.version ?? '';
  return [{ kind: 'policy', remote, version, set: set.id, message: `${rule || 'policy'} blocked ${describeBlocked(blockedUrl)}`, path }];
};

/** Why a tab crashed (WICG Crash Reporting). Its whole process crashed, so blaming the page in the tab is only a best guess. */
const CRASH_REASONS: Readonly<Record<string, string>> = { oom: 'it ran out of memory', unresponsive: 'it did not respond' };

const toCrashFault = (url: string, reason: string, set: ReleaseSet): Fault[] => {
  const path = getPath(url);
  const owner = findPageOwner(set, path);
  if (owner === undefined) return [];
  return [{ kind: 'error', ...owner, set: set.id, message: `The tab ended: ${CRASH_REASONS[reason] ?? 'the browser does not say why'}`, path }];
};

/** Removes the queries of URLs, and email addresses, which may belong to a visitor. */
const toSafeMessage = (message: string): string =>
  message
    .slice(0, MESSAGE_LIMIT)
    .replace(/(\/[^\s?#'")]*)[?#][^\s'")]*/g, '$1')
    .replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,200}/g, '[address]');

/** Parses the faults in the body of a report. Throws if the body has another shape. `set` is the set of the page that sent the report. */
export const parseReport = (contentType: string, body: unknown, set: ReleaseSet): Fault[] => {
  const faults = ((): Fault[] => {
    switch (contentType) {
      case CSP_REPORT_TYPE: {
        const report = v.parse(cspReportSchema, body)['csp-report'];
        const violation = {
          rule: report['effective-directive'] || report['violated-directive'],
          documentUrl: report['document-uri'],
          blockedUrl: report['blocked-uri'],
          sourceFile: report['source-file'],
        };
        return toPolicyFault(violation, set);
      }
      case REPORTS_TYPE:
        return v.parse(reportsSchema, body).flatMap(({ type, url, body: report }) => {
          if (report == null) return [];
          if (type === 'crash') return toCrashFault(url, report.reason, set);
          if (type !== 'csp-violation' && type !== 'integrity-violation') return [];
          const rule = type === 'csp-violation' ? report.effectiveDirective : `integrity of a ${report.destination}`;
          return toPolicyFault({ rule, documentUrl: report.documentURL || url, blockedUrl: report.blockedURL, sourceFile: report.sourceFile ?? '' }, set);
        });
      default:
        return [v.parse(faultReportSchema, body)];
    }
  })();
  return faults.map((fault) => ({ ...fault, message: toSafeMessage(fault.message) }));
};
