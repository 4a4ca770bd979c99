/** Maximum number of characters in a search. The API has the same limit. */
const SEARCH_LIMIT = 100;

/** Truncates the typed text to the maximum length. The `maxlength` attribute would count an emoji twice. */
export const toSearchText = (typed: string): string => [...typed].slice(0, SEARCH_LIMIT).join('');
