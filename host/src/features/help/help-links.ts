/** URL fragment that opens the helplines, without script through `:target`. */
export const HELP_ID = 'help';
/** URL fragment that closes the helplines. No element has this id, so the page does not scroll. */
export const HELP_CLOSED = 'closed';

/** Target of "Exit this page": an inconspicuous page. */
export const EXIT_URL = 'https://www.bbc.com/weather';
