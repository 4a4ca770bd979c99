import * as v from 'valibot';

export const DEFAULT_STAFF_ROUTE = '/admin/dashboard';

/** What a page hands over when it sends somebody to the login: where they were going, and whether their session has just ended. */
export interface LoginState {
  readonly from?: string;
  readonly hasEnded?: boolean;
}

const pathSchema = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));
const stateSchema = v.object({ from: v.fallback(v.optional(pathSchema), undefined), hasEnded: v.fallback(v.optional(v.boolean()), undefined) });

/** Where a sign-in leads (LOGIN-03), from the navigation's state, which may hold anything. Never to another site, and not back to the login. */
export const readDestination = (state: unknown): { readonly to: string; readonly hasEnded: boolean } => {
  const parsed = v.safeParse(stateSchema, state);
  const { from, hasEnded = false } = parsed.success ? parsed.output : {};
  return { to: from === undefined || /^\/login(?:[/?#]|$)/.test(from) ? DEFAULT_STAFF_ROUTE : from, hasEnded };
};
