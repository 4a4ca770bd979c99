import { LIMITS } from '@site/shared/domain/limits';

/** Calls for a page, and for the listing of a remote's addresses for the sitemap, which reads the provider's lists page by page. */
export const CALL_LIMITS = { page: LIMITS.renderCalls, listing: 100 } as const;

/** What a remote may ask of the provider for one request. Both functions return why it has asked for too much, or undefined. */
export const createCallBudget = (calls: number) => {
  let [made, received] = [0, 0];
  return {
    addCall: (): string | undefined => {
      made += 1;
      return made > calls ? `It made more than ${calls} calls for one request.` : undefined;
    },
    addResponse: (characters: number): string | undefined => {
      received += characters;
      return received > LIMITS.renderCharacters ? `It asked for more than ${LIMITS.renderCharacters} characters of responses for one request.` : undefined;
    },
  };
};
export type CallBudget = ReturnType<typeof createCallBudget>;
