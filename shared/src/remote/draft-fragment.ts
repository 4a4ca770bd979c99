/**
 * Start of a URL fragment that carries unsaved fields from the staff origin to the preview origin. Browsers never send a fragment to a server. A signed link
 * tells the preview page the expected hash of the fields, so that the page shows only the fields of the staff member who created the link.
 */
const PREFIX = '#draft=';
/** Maximum length of a fragment that all supported browsers open. */
const MAX_CHARACTERS = 1_000_000;

/** Returns the SHA-256 hash in hexadecimal digits. Undefined if the browser does not offer hashing, which is the case on a site without HTTPS. */
const toHash = async (text: string): Promise<string | undefined> => {
  // Without `subtle`, the preview shows the stored fields.
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Creates a fragment that carries these fields, and their hash. Undefined if the fragment is too long or the browser cannot hash. */
export const createDraftFragment = async (draft: unknown): Promise<{ readonly fragment: string; readonly hash: string } | undefined> => {
  const text = JSON.stringify(draft);
  const fragment = PREFIX + encodeURIComponent(text);
  const hash = fragment.length > MAX_CHARACTERS ? undefined : await toHash(text);
  return hash === undefined ? undefined : { fragment, hash };
};

/** Returns the fields of a fragment, or undefined if they do not have this hash. */
export const readDraftFragment = async (fragment: string, hash: string): Promise<object | undefined> => {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const text = decodeURIComponent(fragment.slice(PREFIX.length));
    if ((await toHash(text)) !== hash) return undefined;
    const draft: unknown = JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? draft : undefined;
  } catch {
    return undefined;
  }
};
