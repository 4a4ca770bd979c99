/** Most characters of a search, as the API has it. */
const SEARCH_LIMIT = 100;

/** Returns the beginning of what is typed, as long as a search may be. The field itself would count an emoji twice. */
export const toSearchText = (typed: string): string => [...typed].slice(0, SEARCH_LIMIT).join('');
