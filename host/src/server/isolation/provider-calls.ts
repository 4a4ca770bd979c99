import { getErrorMessage } from '@site/shared/domain/error-code';
import { type Call, type CallResponse, type PostedForm, PROVIDER_ORIGIN, RESPONSE_LIMIT_BYTES } from './protocol.ts';

interface ProviderCallsOptions {
  /** Without `/api`. */
  readonly providerUrl: string;
  /** Where the volunteer form is sent; a third party's address, or one below `PROVIDER_ORIGIN`. */
  readonly volunteerFormUrl: string;
}

const JSON_TYPE = /^application\/json\b/i;

const refuse = (call: Pick<Call, 'method' | 'url'>): CallResponse => ({ error: `A remote may not call ${call.method} ${call.url.slice(0, 200)}.` });

/** Reads a body up to the limit. Throws when it is longer. */
const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > RESPONSE_LIMIT_BYTES) throw new Error('The response is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString('utf8');
};

/**
 * Performs the calls that remotes ask for. Pages may read `/api` of the provider; the action of a posted form may also write there, and send to the form
 * service, with the visitor's address. Everything else is refused. No call has a session, and no header comes from the remote except for the body's type.
 */
export const createProviderCalls = ({ providerUrl, volunteerFormUrl }: ProviderCallsOptions) => {
  /** The address to call, or undefined if the call is not allowed. */
  const getTarget = ({ method, url }: Pick<Call, 'method' | 'url'>, form: PostedForm | undefined): URL | undefined => {
    if (!URL.canParse(url) || (method !== 'GET' && (method !== 'POST' || form === undefined))) return undefined;
    const target = new URL(url);
    const isOfProvider = target.origin === PROVIDER_ORIGIN && target.pathname.startsWith('/api/');
    if (isOfProvider) return new URL(`${target.pathname}${target.search}`, providerUrl);
    return method === 'POST' && target.href === volunteerFormUrl ? target : undefined;
  };

  return async (call: Pick<Call, 'method' | 'url' | 'contentType' | 'body'>, form: PostedForm | undefined, signal: AbortSignal): Promise<CallResponse> => {
    const target = getTarget(call, form);
    if (target === undefined) return refuse(call);
    const hasBody = call.method === 'POST' && call.body !== undefined;
    try {
      const response = await fetch(target, {
        method: call.method,
        // A redirect of the provider could lead to an address that is not allowed. The form service is trusted by the site's configuration.
        redirect: target.href === volunteerFormUrl ? 'follow' : 'error',
        signal,
        headers: {
          accept: 'application/json',
          ...(hasBody ? { 'content-type': JSON_TYPE.test(call.contentType ?? '') ? 'application/json' : 'application/x-www-form-urlencoded' } : {}),
          ...(form === undefined ? {} : { 'x-forwarded-for': form.visitor }),
        },
        ...(hasBody ? { body: call.body ?? '' } : {}),
      });
      return { status: response.status, contentType: response.headers.get('content-type') ?? '', body: await readText(response) };
    } catch (error) {
      return { error: getErrorMessage(error) };
    }
  };
};
export type PerformCall = ReturnType<typeof createProviderCalls>;

/** The address that a remote's process calls: a path of this site is one of the provider. */
export const toAbsoluteAddress = (address: string): string => new URL(address, PROVIDER_ORIGIN).href;
