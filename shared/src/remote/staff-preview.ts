import * as v from 'valibot';
import type { Endpoint, ResponseOf } from '../contracts/endpoint.ts';
import type { CallInput, HostServices } from './host-services.ts';

/** One thing as it is stored, for a preview. */
export type Previewed<T> = { readonly state: 'loaded'; readonly stored: T } | { readonly state: 'missing' | 'failed' | 'signed-out' };

/** Asks for what is stored, published or not, as the member of staff who looks. In the browser alone: the session is there. */
export const loadPreview = async <E extends Endpoint>(
  { http, auth }: Pick<HostServices, 'http' | 'auth'>,
  endpoint: E,
  input: CallInput<E>,
): Promise<Previewed<ResponseOf<E>>> => {
  if (auth.getState().token === null) return { state: 'signed-out' };
  const answer = await http.call(endpoint, input);
  if (answer.ok) return { state: 'loaded', stored: answer.value };
  if (answer.error.kind === 'unauthorized') return { state: 'signed-out' };
  return { state: answer.error.kind === 'not-found' ? 'missing' : 'failed' };
};

const draftOf = (navigation: unknown): object | null =>
  typeof navigation === 'object' && navigation !== null && 'draft' in navigation && typeof navigation.draft === 'object' ? navigation.draft : null;

/**
 * What is stored, with the unsaved values over it that the editor hands over in the navigation's state (`{ draft }`, fields as the contract names them).
 * Undefined when the two make nothing that the schema knows.
 */
export const withDraft = <Schema extends v.GenericSchema<unknown, object>>(
  schema: Schema,
  previewed: Previewed<v.InferOutput<Schema>>,
  navigation: unknown,
): v.InferOutput<Schema> | undefined => {
  const stored = previewed.state === 'loaded' ? previewed.stored : undefined;
  const merged = v.safeParse(schema, { ...stored, ...draftOf(navigation) });
  return merged.success ? merged.output : stored;
};
