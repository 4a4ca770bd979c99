import { SAVED_PAGES_PATH } from './saved-pages.ts';
import { COPY_ALGORITHM, COPY_HEADER } from './signed-copy.ts';
import { publicKey } from './worker-settings.ts';

const toBytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

let importedKey: Promise<CryptoKey> | undefined;
const getKey = (): Promise<CryptoKey> => {
  importedKey ??= crypto.subtle.importKey('raw', toBytes(publicKey), COPY_ALGORITHM, false, ['verify']);
  return importedKey;
};

/** Whether the host has signed this response for its address, with a key that this worker knows. */
export const isSigned = async (address: string, response: Response | undefined): Promise<boolean> => {
  try {
    const [edition = '', signature = ''] = response?.headers.get(COPY_HEADER)?.split(' ') ?? [];
    if (response === undefined || signature === '') return false;
    const digest = new Uint8Array(await crypto.subtle.digest(COPY_ALGORITHM.hash, await response.clone().arrayBuffer()));
    const text = [address, response.headers.get('content-type'), edition, btoa(String.fromCharCode(...digest))].join('\n');
    return await crypto.subtle.verify(COPY_ALGORITHM, await getKey(), toBytes(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
};

/** The host has no copy of the page any longer. */
class GoneError extends Error {}
export const isGone = (error: unknown): boolean => error instanceof GoneError;

const GONE = [404, 410];

const requestCopy = async (address: string, method: 'GET' | 'HEAD'): Promise<Response> => {
  const response = await fetch(SAVED_PAGES_PATH + address, { method });
  const message = `The copy responded with ${response.status}.`;
  if (GONE.includes(response.status)) throw new GoneError(message);
  if (!response.ok) throw new Error(message);
  return response;
};

const toEntry = (body: Blob, headers: Headers): Response =>
  new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '', [COPY_HEADER]: headers.get(COPY_HEADER) ?? '' } });

/** Requests the signed copy of a page or file. If the device already has the content, only its new signature is sent. */
export const fetchCopy = async (address: string, held?: Response): Promise<Response> => {
  if (held !== undefined) {
    const entry = toEntry(await held.blob(), (await requestCopy(address, 'HEAD')).headers);
    if (await isSigned(address, entry)) return entry;
  }
  const copy = await requestCopy(address, 'GET');
  return toEntry(await copy.blob(), copy.headers);
};
