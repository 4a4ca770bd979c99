import * as v from 'valibot';

export const DEFAULT_STAFF_ROUTE = '/admin/dashboard';

/** Location state of a redirect to the sign-in page: the page to return to, and whether the session has just ended. */
export interface LoginState {
  readonly from?: string;
  readonly hasEnded?: boolean;
}

const pathSchema = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));
const stateSchema = v.object({ from: v.fallback(v.optional(pathSchema), undefined), hasEnded: v.fallback(v.optional(v.boolean()), undefined) });

/** Reads the destination after sign-in (LOGIN-03) from the untrusted location state. Never returns another site or the sign-in page. */
export const readDestination = (state: unknown): { readonly to: string; readonly hasEnded: boolean } => {
  const parsed = v.safeParse(stateSchema, state);
  const { from, hasEnded = false } = parsed.success ? parsed.output : {};
  return { to: from === undefined || /^\/login(?:[/?#]|$)/.test(from) ? DEFAULT_STAFF_ROUTE : from, hasEnded };
};
