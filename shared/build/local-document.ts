import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import * as v from 'valibot';

/** What turns a response of a live site into one of the developer's machine. The site's own responses stay as they are. */

/** `/development.json` of a host: the versions of the remote contract that it serves, the address of its build for development, and the inline script of its pages that this build replaces. */
export const developmentBuildSchema = v.object({ contracts: v.array(v.number()), script: v.string(), replaces: v.string() });
type DevelopmentBuild = v.InferOutput<typeof developmentBuildSchema>;

/** The remote that is being developed, for the host's build for development. */
export interface WorkingCopy {
  readonly remote: string;
  readonly paths: readonly string[];
  /** The address of its entry. */
  readonly entry: string;
}

/** The Trusted Types policy of the dev server's error overlay. */
const OVERLAY_POLICY = 'rspack-dev-server#overlay';

/** Valid for a whole domain or for other reporting services than this machine, and what a build that changes cannot fulfil. */
const DROPPED_HEADERS = new Set([
  'alt-svc',
  'content-security-policy-report-only',
  'integrity-policy',
  'integrity-policy-report-only',
  'nel',
  'report-to',
  'reporting-endpoints',
  'strict-transport-security',
]);

/** Headers of a response of the site for a browser that talks to this machine: redirects and cookies stay here. */
export const toLocalHeaders = ({ location, 'set-cookie': cookies, ...headers }: IncomingHttpHeaders, site: URL): OutgoingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED_HEADERS.has(name))),
  ...(location === undefined ? {} : { location: location.startsWith(`${site.origin}/`) ? location.slice(site.origin.length) : location }),
  ...(cookies === undefined ? {} : { 'set-cookie': cookies.map((cookie) => cookie.replace(/;\s*(?:secure\b|domain=[^;]*)/gi, '')) }),
});

/** The headers of a page that has been changed. */
export const toDocumentHeaders = (headers: OutgoingHttpHeaders, policy: string | undefined): OutgoingHttpHeaders => {
  const { 'content-length': _length, 'transfer-encoding': _encoding, etag: _etag, 'last-modified': _modified, ...rest } = headers;
  return { ...rest, 'cache-control': 'no-store', ...(policy === undefined ? {} : { 'content-security-policy': policy }) };
};

const DROPPED_DIRECTIVES = new Set(['report-to', 'report-uri', 'upgrade-insecure-requests']);

/**
 * The Content-Security-Policy of a page on this machine: the site's, which a remote has to fulfil while it is being developed too, with what the dev server needs. `host` is
 * this machine's, with its port.
 */
export const toLocalPolicy = (policy: string, nonce: string, host: string): string => {
  const additions = new Map([
    ['script-src', `'nonce-${nonce}'`],
    ['connect-src', `ws://${host}`],
    ['trusted-types', OVERLAY_POLICY],
  ]);
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .flatMap((directive) => {
      const [name = ''] = directive.split(' ', 1);
      if (DROPPED_DIRECTIVES.has(name)) return [];
      const addition = additions.get(name);
      return [addition === undefined ? directive : `${directive} ${addition}`];
    })
    .join('; ');
};

/** A page of the site with the host's build for development in the place of its script. Undefined when it is not a page of the host's build that `/development.json` is from. */
export const toLocalDocument = (html: string, { script, replaces }: DevelopmentBuild, copy: WorkingCopy, nonce: string): string | undefined => {
  const startScript = `<script>${replaces}</script>`;
  if (!html.includes(startScript)) return undefined;
  const json = JSON.stringify(copy).replaceAll('<', '\\u003c');
  return html
    .replace(startScript, '')
    .replace(
      '</head>',
      () => `<script type="application/json" id="working-copy">${json}</script>\n<script nonce="${nonce}" src="${script}"></script>\n</head>`,
    );
};
