/** Texts that the search page and its head both use. The head is loaded with the remote's entry file. */
export const SEARCH_TITLE = 'Search';
export const SEARCH_LEAD = 'News, events, programs, photos and pages, in one place.';
