import { randomBytes } from 'node:crypto';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Configuration } from '@rspack/core';
import * as v from 'valibot';
import { developmentBuildSchema, toDocumentHeaders, toLocalDocument, toLocalHeaders, toLocalPolicy, type WorkingCopy } from './local-document.ts';

type DevServer = Exclude<NonNullable<Configuration['devServer']>, false>;
type SetupMiddlewares = NonNullable<DevServer['setupMiddlewares']>;

export const DEV_PATH = '/_dev/';
/** Paths of the dev server. Requests below these paths never reach the site. */
const DEV_SERVER_PATHS = [DEV_PATH, '/rspack-dev-server'];
/** Path for fault reports. Faults in a working copy are not sent to the site. */
const REPORTS_PATH = '/reports';
const TIMEOUT_MS = 10_000;

const warn = (line: string): void => void process.stderr.write(`${line}\n`);

const readDevelopmentBuild = async (site: URL): Promise<v.InferOutput<typeof developmentBuildSchema>> => {
  const response = await fetch(new URL('/development.json', site), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new Error(`${site.origin} cannot be reached: ${error instanceof Error ? String(error.cause ?? error.message) : String(error)}`);
  });
  const { origin } = new URL(response.url || site);
  if (origin !== site.origin) throw new Error(`${site.origin} redirects to ${origin}: use that address.`);
  const parsed = v.safeParse(developmentBuildSchema, response.ok ? await response.json().catch(() => undefined) : undefined);
  if (!parsed.success)
    throw new Error(`${site.origin} has no build for development: its host is older than this kit, or another site. Without --host the pages run alone.`);
  return parsed.output;
};

/** Returns why a remote built for this contract version cannot be developed inside the site; undefined if the site supports the version. */
export const findContractProblem = async (site: URL, contract: number): Promise<string | undefined> => {
  try {
    const { contracts } = await readDevelopmentBuild(site);
    if (contracts.includes(contract)) return undefined;
    const served = contracts.length === 0 ? 'no version' : `version ${contracts.join(' and ')}`;
    return `${site.origin} serves ${served} of the remote contract, and this remote is built for version ${contract}: use a kit for a version that the site serves.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const isSameHost = (value: string | undefined, host: string | undefined): value is string =>
  value !== undefined && URL.canParse(value) && new URL(value).host === host;

/** Makes a request from the local page look like a request from the site's own pages. Other origins stay unchanged, so that the site still rejects them. */
const prepareRequest =
  (site: URL) =>
  (outgoing: ClientRequest, { headers: { host, origin, referer, accept = '' } }: IncomingMessage): void => {
    if (isSameHost(origin, host)) outgoing.setHeader('origin', site.origin);
    if (isSameHost(referer, host)) outgoing.setHeader('referer', referer.replace(new URL(referer).origin, site.origin));
    if (accept.includes('text/html')) outgoing.setHeader('accept-encoding', 'identity');
  };

interface SiteProxy {
  readonly site: URL;
  readonly copy: WorkingCopy;
}

/**
 * Creates the dev-server options for serving a live site with a working copy in it. The proxy forwards all requests to the site, except requests for the dev
 * server's own files, and adds the host's development build and the working copy's URL to pages.
 */
export const createSiteProxy = ({ site, copy }: SiteProxy): Required<Pick<DevServer, 'proxy' | 'setupMiddlewares'>> => {
  let waitForBuild = (): Promise<void> => Promise.resolve();

  /** Returns the changed page and its policy, or undefined for HTML that is not a page of the host. */
  const createDocument = async (html: string, policy: string, host: string) => {
    const nonce = randomBytes(16).toString('base64');
    const document = toLocalDocument(html, await readDevelopmentBuild(site), copy, nonce);
    return document === undefined ? undefined : { document, policy: toLocalPolicy(policy, nonce, host) };
  };

  const respond = async (incoming: IncomingMessage, { url = '', headers: { host = '' } }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { statusCode = 502 } = incoming;
    const headers = toLocalHeaders(incoming.headers, site);
    const { 'content-type': type = '', 'content-encoding': encoding, 'content-security-policy': policy = '' } = incoming.headers;
    if (!type.startsWith('text/html') || encoding !== undefined) {
      response.writeHead(statusCode, headers);
      return void incoming.pipe(response);
    }
    const html = await text(incoming);
    const changed = await createDocument(html, String(policy), host).catch((error: Error) => warn(error.message));
    if (changed === undefined && html !== '') warn(`${url} is passed on as it is: it is not a page of the site's current host.`);
    // Wait for the build, because the page limits the time for loading the entry.
    await waitForBuild();
    response.writeHead(statusCode, toDocumentHeaders(headers, changed?.policy)).end(changed?.document ?? html);
  };

  const setupMiddlewares: SetupMiddlewares = (middlewares, devServer) => {
    waitForBuild = () => new Promise((resolve) => devServer.middleware.waitUntilValid(resolve));
    return [
      {
        name: 'reports',
        middleware: ({ method, url = '' }: IncomingMessage, response: ServerResponse, next: () => void) => {
          if (method === 'POST' && url.replace(/\?.*$/, '') === REPORTS_PATH) response.writeHead(204).end();
          else next();
        },
      },
      ...middlewares,
    ];
  };

  return {
    setupMiddlewares,
    proxy: [
      {
        context: (path: string) => !DEV_SERVER_PATHS.some((prefix) => path.startsWith(prefix)),
        target: site.origin,
        agent: new (site.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true }),
        changeOrigin: true,
        selfHandleResponse: true,
        on: {
          proxyReq: prepareRequest(site),
          proxyRes: (incoming: IncomingMessage, request: IncomingMessage, response: ServerResponse) => {
            void respond(incoming, request, response).catch(() => response.destroy());
          },
        },
      },
    ],
  };
};
