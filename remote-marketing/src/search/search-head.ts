/** Texts that the search page shares with its head, which is part of the remote's entry. */
export const SEARCH_TITLE = 'Search';
export const SEARCH_LEAD = 'News, events, programs, photos and pages, in one place.';
