/** URL fragment that opens the helplines. `:target` opens the panel without script. */
export const HELP_ID = 'help';
/** URL fragment that closes the helplines. No element has this id, so the page does not scroll. */
export const HELP_CLOSED = 'closed';

/** URL that "Exit this page" opens: an inconspicuous page. */
export const EXIT_URL = 'https://www.bbc.com/weather';
