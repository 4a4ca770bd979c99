/**
 * Unsaved fields in the fragment of an address, which no server reads: from the origin of staff to that of previews. The page that shows them knows from a signed link which hash
 * they must have, so that nobody else's words appear there.
 */
const MARK = '#draft=';
/** The longest fragment that all supported browsers open. */
const MAX_CHARACTERS = 1_000_000;

/** SHA-256, in hexadecimal digits. Undefined where the browser has none: on a site without https. */
const toHash = async (text: string): Promise<string | undefined> => {
  // Without it the stored fields are shown.
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The fragment with these fields, and its hash; undefined when it would be too long, or the browser cannot hash it. */
export const createDraftFragment = async (draft: unknown): Promise<{ readonly fragment: string; readonly hash: string } | undefined> => {
  const text = JSON.stringify(draft);
  const fragment = MARK + encodeURIComponent(text);
  const hash = fragment.length > MAX_CHARACTERS ? undefined : await toHash(text);
  return hash === undefined ? undefined : { fragment, hash };
};

/** The fields of a fragment; undefined unless they have this hash. */
export const readDraftFragment = async (fragment: string, hash: string): Promise<object | undefined> => {
  if (!fragment.startsWith(MARK)) return undefined;
  try {
    const text = decodeURIComponent(fragment.slice(MARK.length));
    if ((await toHash(text)) !== hash) return undefined;
    const draft: unknown = JSON.parse(text);
    return typeof draft === 'object' && draft !== null ? draft : undefined;
  } catch {
    return undefined;
  }
};
