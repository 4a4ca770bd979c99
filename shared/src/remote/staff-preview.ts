import * as v from 'valibot';
import type { Endpoint, ResponseOf } from '../contracts/endpoint.ts';
import type { CallInput, HostServices } from './host-services.ts';

/** Result of loading a stored document for a preview. */
export type Previewed<T> = { readonly state: 'loaded'; readonly stored: T } | { readonly state: 'missing' | 'failed' | 'signed-out' };

/** Loads the stored document, published or not, with the staff member's session. Only works in the browser. */
export const loadPreview = async <E extends Endpoint>(
  { http, auth }: Pick<HostServices, 'http' | 'auth'>,
  endpoint: E,
  input: CallInput<E>,
): Promise<Previewed<ResponseOf<E>>> => {
  if (auth.getState().token === null) return { state: 'signed-out' };
  const response = await http.call(endpoint, input);
  if (response.ok) return { state: 'loaded', stored: response.value };
  if (response.error.kind === 'unauthorized') return { state: 'signed-out' };
  return { state: response.error.kind === 'not-found' ? 'missing' : 'failed' };
};

const getDraft = (navigation: unknown): object | null =>
  typeof navigation === 'object' && navigation !== null && 'draft' in navigation && typeof navigation.draft === 'object' ? navigation.draft : null;

/**
 * Returns the stored document with the unsaved values that the editor passes in the navigation's state (`{ draft }`, with the contract's field names).
 * Undefined if there is no stored document and the values do not match the schema.
 */
export const withDraft = <Schema extends v.GenericSchema<unknown, object>>(
  schema: Schema,
  previewed: Previewed<v.InferOutput<Schema>>,
  navigation: unknown,
): v.InferOutput<Schema> | undefined => {
  const stored = previewed.state === 'loaded' ? previewed.stored : undefined;
  const parsed = v.safeParse(schema, { ...stored, ...getDraft(navigation) });
  return parsed.success ? parsed.output : stored;
};
