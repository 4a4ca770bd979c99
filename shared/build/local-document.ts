import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import * as v from 'valibot';

/** Adapts responses of a live site, so that the developer's machine can serve them. The site itself does not change. */

/**
 * Content of a host's `/development.json`: the versions of the remote contract that it serves, the URL of its development build, and the inline script of its
 * pages that this build replaces.
 */
export const developmentBuildSchema = v.object({ contracts: v.array(v.number()), script: v.string(), replaces: v.string() });
type DevelopmentBuild = v.InferOutput<typeof developmentBuildSchema>;

export interface WorkingCopy {
  readonly remote: string;
  readonly paths: readonly string[];
  readonly entry: string;
}

const OVERLAY_POLICY = 'rspack-dev-server#overlay';

/** Response headers that the dev server drops. They affect a whole domain, refer to external reporting services, or assume a build that does not change. */
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

/** Adapts the site's response headers for a browser that connects to this machine, so that redirects and cookies stay on this machine. */
export const toLocalHeaders = ({ location, 'set-cookie': cookies, ...headers }: IncomingHttpHeaders, site: URL): OutgoingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED_HEADERS.has(name))),
  ...(location === undefined ? {} : { location: location.startsWith(`${site.origin}/`) ? location.slice(site.origin.length) : location }),
  ...(cookies === undefined ? {} : { 'set-cookie': cookies.map((cookie) => cookie.replace(/;\s*(?:secure\b|domain=[^;]*)/gi, '')) }),
});

export const toDocumentHeaders = (headers: OutgoingHttpHeaders, policy: string | undefined): OutgoingHttpHeaders => {
  const { 'content-length': _length, 'transfer-encoding': _encoding, etag: _etag, 'last-modified': _modified, ...rest } = headers;
  return { ...rest, 'cache-control': 'no-store', ...(policy === undefined ? {} : { 'content-security-policy': policy }) };
};

const DROPPED_DIRECTIVES = new Set(['report-to', 'report-uri', 'upgrade-insecure-requests']);

/**
 * Content-Security-Policy for a page served by this machine: the site's policy, which a remote must also satisfy during development, plus the sources that the
 * dev server needs. `host` is this machine's host name with its port.
 */
export const toLocalPolicy = (policy: string, nonce: string, host: string): string => {
  const addedSources = new Map([
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
      const addedSource = addedSources.get(name);
      return [addedSource === undefined ? directive : `${directive} ${addedSource}`];
    })
    .join('; ');
};

/**
 * Returns a page of the site with the host's development build in place of the host's script. Undefined if the page does not belong to the host build that
 * `/development.json` describes.
 */
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
