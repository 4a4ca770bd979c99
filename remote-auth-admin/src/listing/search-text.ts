/** Maximum number of characters of a search, which is also the API's limit. */
const SEARCH_LIMIT = 100;

/** Cuts the typed text to the maximum length. The field's own `maxlength` would count an emoji twice. */
export const toSearchText = (typed: string): string => [...typed].slice(0, SEARCH_LIMIT).join('');
