import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import type { SigningKey } from './signing-keys.ts';

/** `key`: the id of the key; `value`: the signature in base64. */
export const signatureSchema = v.object({ key: v.string(), value: v.string() });
export type Signature = v.InferOutput<typeof signatureSchema>;

/** Purpose of a signature: a signature for a release is not valid for a registry. */
type Purpose = 'release' | 'registry' | 'team';

const toPayload = (purpose: Purpose, content: object): Buffer => Buffer.from(`${purpose}\n${JSON.stringify(content)}`);

/** Signs a JSON object. The order of its properties matters. */
export const createSignature = (purpose: Purpose, content: object, { id, privateKey }: SigningKey): Signature => ({
  key: id,
  value: sign(null, toPayload(purpose, content), privateKey).toString('base64'),
});

/** Cache of parsed keys, because parsing takes longer than verifying a signature. It holds only trusted keys, which are few. */
const publicKeys = new Map<string, KeyObject>();
const getPublicKey = (text: string): KeyObject => {
  const key = publicKeys.get(text) ?? createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  publicKeys.set(text, key);
  return key;
};

/** Whether the object was signed for this purpose with the private half of `publicKey`. */
export const isSignedWith = (purpose: Purpose, content: object, { value }: Signature, publicKey: string): boolean => {
  const bytes = Buffer.from(value, 'base64');
  // Accept only the exact text that was written, because other texts could decode to the same bytes.
  if (bytes.toString('base64') !== value) return false;
  return verify(null, toPayload(purpose, content), getPublicKey(publicKey), bytes);
};

const signedSchema = v.looseObject({ signature: v.optional(signatureSchema) });

const parseObject = (text: string): v.InferOutput<typeof signedSchema> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would quote the text.
    throw new Error('it is not JSON');
  }
  return v.parse(signedSchema, value);
};

/** Separates the object in a text from its signature, if it has one. Throws if the text is not a JSON object. */
export const splitSignature = (text: string): { readonly content: Readonly<Record<string, unknown>>; readonly signature: Signature | undefined } => {
  const { signature, ...content } = parseObject(text);
  return { content, signature };
};

/** Returns the object as JSON, with its signature as the last property. */
export const toSignedText = (purpose: Purpose, content: object, key: SigningKey): string =>
  JSON.stringify({ ...content, signature: createSignature(purpose, content, key) }, null, 2);

/** Finds a public key by its id; returns undefined if the key is not trusted. */
export type FindKey = (id: string) => Promise<string | undefined>;

/** Reads an object from a text that `toSignedText` has created with a trusted key. Throws with the reason if even one byte differs. */
export const readSignedText = async (purpose: Purpose, text: string, findKey: FindKey): Promise<Readonly<Record<string, unknown>>> => {
  const { content, signature } = splitSignature(text);
  if (signature === undefined) throw new Error('it is not signed');
  const publicKey = await findKey(signature.key);
  if (publicKey === undefined) throw new Error(`it is signed with the key "${signature.key.slice(0, 16)}", which is not trusted here`);
  const isUnchanged = JSON.stringify({ ...content, signature }, null, 2) === text;
  if (!isUnchanged || !isSignedWith(purpose, content, signature, publicKey)) throw new Error('it has changed since it was signed');
  return content;
};
